package dev.vectorio;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitCallTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.library.GeneralCodingRules;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.BaseStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The arrows between the packages of core point down, and core leans on nothing but what it says it leans on. That no
 * public signature names a type of the engine is the compiler's business: its lint of exports knows the module.
 */
class ArrowTest {
    private static final String ROOT = "dev.vectorio";

    /** For every package those that it may use. */
    private static final Map<String, List<String>> ARROWS = Map.of(
            ROOT,
            List.of("engine", "spi", "event", "plan", "buffer", "model"),
            ROOT + ".engine",
            List.of("spi", "event", "plan", "buffer", "model"),
            ROOT + ".local",
            List.of("spi", "model"),
            ROOT + ".spi",
            List.of("plan", "buffer", "model"),
            ROOT + ".event",
            List.of("plan", "buffer", "model"),
            ROOT + ".plan",
            List.of("buffer", "model"),
            ROOT + ".buffer",
            List.of("model"),
            ROOT + ".model",
            List.of());

    private static final List<String> OUTSIDE = List.of("java..", "org.slf4j", "org.jspecify.annotations");

    /** What a single package may use beyond that. */
    private static final Map<String, List<String>> OUTSIDE_OF_ONE =
            Map.of(ROOT + ".buffer", List.of("io.netty.buffer"), ROOT + ".event", List.of("jdk.jfr"));

    /** The classes of the main sources, wherever the tests run from. */
    private static final JavaClasses CORE = new ClassFileImporter()
            .importPath(Path.of(System.getProperty("basedir", ".")).resolve("target/classes"));

    @Test
    void packagesUseOnlyWhatLiesBelowThem() {
        ARROWS.forEach((name, below) -> {
            Stream<String> own = Stream.concat(Stream.of(name), below.stream().map(part -> ROOT + "." + part));
            Stream<String> outside =
                    Stream.concat(OUTSIDE.stream(), OUTSIDE_OF_ONE.getOrDefault(name, List.of()).stream());
            classes()
                    .that()
                    .resideInAPackage(name)
                    .should()
                    .onlyDependOnClassesThat(
                            resideInAnyPackage(Stream.concat(own, outside).toArray(String[]::new))
                                    .or(describe("are arrays of primitives", ArrowTest::isPrimitive)))
                    .allowEmptyShould(true)
                    .check(CORE);
        });
    }

    private static boolean isPrimitive(JavaClass type) {
        return type.getBaseComponentType().isPrimitive();
    }

    @Test
    void everyPackageHasItsPlaceInTheOrder() {
        Set<String> packages = CORE.stream()
                .map(JavaClass::getPackageName)
                .filter(name -> !name.isEmpty()) // module-info
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(packages).isSubsetOf(ARROWS.keySet()).contains(ROOT, ROOT + ".local", ROOT + ".model");
    }

    @Test
    void interfacesOfBackendsStaySmallAndAbstract() {
        List<JavaClass> interfaces = CORE.stream()
                .filter(type -> type.getPackageName().equals(ROOT + ".spi"))
                .filter(type -> type.isInterface() && type.getModifiers().contains(JavaModifier.PUBLIC))
                .toList();
        assertThat(interfaces).isNotEmpty().allSatisfy(type -> {
            List<JavaMethod> methods = type.getMethods().stream()
                    .filter(method -> !method.getModifiers().contains(JavaModifier.STATIC))
                    .toList();
            assertThat(methods)
                    .as("%s: every method costs each author of a backend something", type.getName())
                    .hasSizeLessThanOrEqualTo(5)
                    .allMatch(method -> method.getModifiers().contains(JavaModifier.ABSTRACT));
        });
    }

    @Test
    void workRunsOnExecutorsThatWereChosen() {
        noClasses().should().callCodeUnitWhere(runsOnTheCommonPool()).check(CORE);
    }

    private static DescribedPredicate<JavaAccess<?>> runsOnTheCommonPool() {
        return describe("runs on the common pool", access -> {
            if (!(access.getTarget() instanceof CodeUnitCallTarget target)) {
                return false;
            }
            JavaClass owner = target.getOwner();
            boolean asyncOfAStage = owner.isAssignableTo(CompletionStage.class)
                    && target.getName().endsWith("Async")
                    && target.getRawParameterTypes().stream().noneMatch(type -> type.isEquivalentTo(Executor.class));
            boolean parallel =
                    (owner.isAssignableTo(BaseStream.class) && target.getName().equals("parallel"))
                            || (owner.isAssignableTo(Collection.class)
                                    && target.getName().equals("parallelStream"));
            boolean pool =
                    owner.isEquivalentTo(ForkJoinPool.class) && target.getName().equals("commonPool");
            return asyncOfAStage || parallel || pool;
        });
    }

    @Test
    void nothingIsReadFromTheEnvironment() {
        noClasses()
                .should()
                .callMethodWhere(describe("reads a property or the environment", call -> {
                    JavaClass owner = call.getTarget().getOwner();
                    String name = call.getTarget().getName();
                    return (owner.isEquivalentTo(System.class)
                                    && List.of("getProperty", "getProperties", "getenv", "lineSeparator")
                                            .contains(name))
                            || (owner.isEquivalentTo(Integer.class) && name.equals("getInteger"))
                            || (owner.isEquivalentTo(Long.class) && name.equals("getLong"))
                            || (owner.isEquivalentTo(Boolean.class) && name.equals("getBoolean"));
                }))
                .check(CORE);
    }

    @Test
    void nothingIsWrittenToTheConsole() {
        GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(CORE);
    }

    @Test
    void noStateIsStatic() {
        fields().that(describe("are static and written in the sources", ArrowTest::isStaticOfTheSources))
                .should()
                .beFinal()
                .andShould(com.tngtech.archunit.lang.ArchCondition.from(
                        describe("hold a value that cannot change", field -> !holdsState(field.getRawType()))))
                .check(CORE);
    }

    private static boolean isStaticOfTheSources(JavaField field) {
        return field.getModifiers().contains(JavaModifier.STATIC)
                && !field.getModifiers().contains(JavaModifier.SYNTHETIC);
    }

    private static boolean holdsState(JavaClass type) {
        boolean changeableCollection = (type.isAssignableTo(Collection.class) || type.isAssignableTo(Map.class))
                && !List.of("java.util.List", "java.util.Set", "java.util.Map").contains(type.getName());
        return changeableCollection
                || type.isArray()
                || type.isAssignableTo(Executor.class)
                || type.isAssignableTo(ThreadLocal.class)
                || type.getPackageName().equals("java.util.concurrent.atomic");
    }

    @Test
    void filesAreNeverMappedIntoMemory() {
        noClasses()
                .should()
                .callMethodWhere(describe(
                        "maps a file",
                        call -> call.getTarget().getOwner().isAssignableTo(FileChannel.class)
                                && call.getTarget().getName().equals("map")))
                .check(CORE);
    }

    @Test
    void namesSayWhatATypeIs() {
        noClasses()
                .should()
                .haveNameMatching(".*(Utils?|Helpers?|Manager|Impl)")
                .check(CORE);
    }
}
