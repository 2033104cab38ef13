package dev.vectorio.store;

import static dev.vectorio.store.Http.text;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ListingsTest {
    private final SimulatedStore store = SimulatedStore.start(StoreSettings.defaults());
    private final Http http = new Http(store);

    @BeforeEach
    void fill() {
        for (String key : new String[] {"a/1", "a/2", "a/b/3", "c", "d e+", "ä", "\uFFFD", "🙂"}) {
            store.put("b", key, new byte[3]);
        }
    }

    @AfterEach
    void closeStore() {
        store.close();
    }

    private static List<String> all(String xml, String element) {
        List<String> found = new ArrayList<>();
        Matcher matcher =
                Pattern.compile("<" + element + ">([^<]*)</" + element + ">").matcher(xml);
        while (matcher.find()) {
            found.add(matcher.group(1));
        }
        return found;
    }

    @Test
    void keysComeInTheOrderOfTheirBytes() throws Exception {
        assertThat(all(text(http.get("/b?list-type=2")), "Key"))
                .containsExactly("a/1", "a/2", "a/b/3", "c", "d e+", "ä", "\uFFFD", "🙂");
        assertThat(all(text(http.get("/b")), "Key")).hasSize(8);
    }

    @Test
    void delimiterRollsKeysUp() throws Exception {
        String top = text(http.get("/b?list-type=2&delimiter=/"));
        assertThat(all(top, "Prefix")).containsExactly("", "a/");
        assertThat(all(top, "Key")).containsExactly("c", "d e+", "ä", "\uFFFD", "🙂");
        assertThat(all(top, "KeyCount")).containsExactly("6");
        String inside = text(http.get("/b?list-type=2&delimiter=/&prefix=a/"));
        assertThat(all(inside, "Prefix")).containsExactly("a/", "a/b/");
        assertThat(all(inside, "Key")).containsExactly("a/1", "a/2");
    }

    @Test
    void pagesJoinToTheWholeListing() throws Exception {
        List<String> keys = new ArrayList<>();
        String token = "";
        int pages = 0;
        do {
            String page = text(http.get("/b?list-type=2&max-keys=3" + token));
            keys.addAll(all(page, "Key"));
            token = all(page, "NextContinuationToken").stream()
                    .map(t -> "&continuation-token=" + t.replace("=", "%3D"))
                    .findFirst()
                    .orElse("");
            pages++;
        } while (!token.isEmpty());
        assertThat(pages).isEqualTo(3);
        assertThat(keys).containsExactly("a/1", "a/2", "a/b/3", "c", "d e+", "ä", "\uFFFD", "🙂");
    }

    @Test
    void pagesOfRolledUpKeysRepeatNone() throws Exception {
        String first = text(http.get("/b?list-type=2&delimiter=/&max-keys=1"));
        assertThat(all(first, "Prefix")).containsExactly("", "a/");
        String token = all(first, "NextContinuationToken").get(0).replace("=", "%3D");
        String second = text(http.get("/b?list-type=2&delimiter=/&max-keys=1&continuation-token=" + token));
        assertThat(all(second, "Key")).containsExactly("c");
    }

    @Test
    void listingsBeginAfterAKeyOrMarker() throws Exception {
        assertThat(all(text(http.get("/b?list-type=2&start-after=a/2&max-keys=2")), "Key"))
                .containsExactly("a/b/3", "c");
        String first = text(http.get("/b?marker=c&max-keys=1"));
        assertThat(all(first, "Key")).containsExactly("d e+");
        assertThat(all(first, "NextMarker")).containsExactly("d e+");
        assertThat(all(text(http.get("/b?list-type=2&start-after=a/2&delimiter=/")), "Prefix"))
                .containsExactly("", "a/");
    }

    @Test
    void keysAreEncodedIfAskedAndOwnersShownIfAsked() throws Exception {
        String page = text(http.get("/b?list-type=2&encoding-type=url&fetch-owner=true&prefix=d"));
        assertThat(all(page, "Key")).containsExactly("d+e%2B");
        assertThat(page).contains("<Owner>", "<EncodingType>url</EncodingType>");
        assertThat(text(http.get("/b?list-type=2"))).doesNotContain("<Owner>");
    }

    @Test
    void missingBucketsAndBadNumbersAreRefused() throws Exception {
        assertThat(http.get("/none?list-type=2").statusCode()).isEqualTo(404);
        assertThat(http.get("/b?list-type=2&max-keys=x").statusCode()).isEqualTo(400);
        assertThat(all(text(http.get("/b?list-type=2&max-keys=0")), "Key")).isEmpty();
    }
}
