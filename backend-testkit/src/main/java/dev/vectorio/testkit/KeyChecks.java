package dev.vectorio.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Keys are raw text: what is put under a key is found under that key and no other. */
public abstract class KeyChecks extends RangeChecks {
    /** Keys that get encoded never, twice, or differently for signing and for sending. */
    public static final List<String> ODD_KEYS = List.of(
            "a b",
            "a+b",
            "a%20b",
            "a%2Bb",
            "a/b",
            "a%2Fb",
            "a%252Fb",
            "a//b",
            "dt=2024-01-01/x",
            "dt%3D2024-01-01/x",
            "x#y?z",
            "x#y",
            "x",
            "x?y=z&w;v",
            "per%cent",
            "k\u00e9-\u65e5\u672c",
            "\ud83d\ude80",
            "tick'quote\"",
            "a:b@c,d$e",
            "~*!()[]{}|^`<>",
            "trailing ");

    /** For {@link ObjectStoreBackendContract}; backends extend that. */
    KeyChecks() {}

    @Test
    @DisplayName("B45 keys with special characters are objects of their own, read and asked for as they are")
    void oddKeysAreDistinctAndExact() {
        List<StoredObject> objects = new ArrayList<>();
        for (String name : ODD_KEYS) {
            if (!features().impossibleKeys().contains(name)) {
                objects.add(store(name, 100 + objects.size()));
            }
        }
        for (StoredObject object : objects) {
            assertThat(fetch(object.whole()).requireBytes())
                    .as("bytes of '%s'", object.key())
                    .isEqualTo(object.content().bytes());
            assertThat(head(object.location()).length())
                    .as("length of '%s'", object.key())
                    .isEqualTo(object.content().length());
        }
    }
}
