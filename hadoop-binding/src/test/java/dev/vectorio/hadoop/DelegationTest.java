package dev.vectorio.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.junit.jupiter.api.Test;

/** What the wrapped file system answers in its own way must reach it. */
class DelegationTest {
    /** Shorter forms of what is handed on, and what belongs to the outer file system itself. */
    private static final Set<String> ITS_OWN = Set.of(
            "append",
            "cancelDeleteOnExit",
            "concat",
            "copyFromLocalFile",
            "copyToLocalFile",
            "create",
            "createNewFile",
            "createNonRecursive",
            "createSnapshot",
            "delete",
            "deleteOnExit",
            "getBlockSize",
            "getFileBlockLocations",
            "getLength",
            "getName",
            "getReplication",
            "getStatus",
            "listStatus",
            "moveFromLocalFile",
            "moveToLocalFile",
            "open");

    @Test
    void everyMethodOfAFileSystemIsHandedOnOrKnownToBeItsOwn() {
        List<String> forgotten = Arrays.stream(FileSystem.class.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()))
                .filter(method -> !Modifier.isStatic(method.getModifiers()) && !Modifier.isFinal(method.getModifiers()))
                .filter(method -> !method.isSynthetic())
                .filter(method -> !ITS_OWN.contains(method.getName()))
                .filter(method -> !isHandedOn(method))
                .map(Method::toString)
                .toList();
        assertThat(forgotten).isEmpty();
    }

    private static boolean isHandedOn(Method method) {
        return isDeclaredBy(VectorIoFileSystem.class, method)
                || isDeclaredBy(DelegatingFileSystem.class, method)
                || isDeclaredBy(FilterFileSystem.class, method);
    }

    private static boolean isDeclaredBy(Class<?> type, Method method) {
        return Arrays.stream(type.getDeclaredMethods())
                .anyMatch(own -> own.getName().equals(method.getName())
                        && Arrays.equals(own.getParameterTypes(), method.getParameterTypes()));
    }
}
