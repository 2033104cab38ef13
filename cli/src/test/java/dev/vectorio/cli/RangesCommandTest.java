package dev.vectorio.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RangesCommandTest {
    private static final byte[] CONTENT = new byte[5_000_000];

    static {
        new Random(7).nextBytes(CONTENT);
    }

    @Test
    void digestsEachRangeAndCountsAsTheStoreDoes() throws Exception {
        try (TestStore store = new TestStore()) {
            store.put("data.bin", CONTENT);
            JsonNode json = store.run("ranges", "data.bin", "100+4096,4000000+1000000,0+0,150+10", "--json")
                    .json();

            JsonNode ranges = json.get("ranges");
            assertThat(ranges).hasSize(4);
            assertThat(ranges.get(0).get("sha256").asText()).isEqualTo(sha(100, 4_096));
            assertThat(ranges.get(1).get("sha256").asText()).isEqualTo(sha(4_000_000, 1_000_000));
            assertThat(ranges.get(1).get("offset").asLong()).isEqualTo(4_000_000);
            assertThat(ranges.get(1).get("length").asLong()).isEqualTo(1_000_000);
            assertThat(ranges.get(2).get("sha256").asText()).isEqualTo(sha(0, 0));
            assertThat(ranges.get(3).get("sha256").asText()).isEqualTo(sha(150, 10));
            assertThat(json.get("requests.get").asLong())
                    .isEqualTo(store.log().gets())
                    .isEqualTo(2);
            assertThat(json.get("requests.head").asLong()).isZero();
            assertThat(json.get("bytes.need").asLong()).isEqualTo(1_004_096);
            assertThat(json.get("bytes.fetched").asLong())
                    .isEqualTo(store.log().bytesSent())
                    .isEqualTo(1_004_096);
            assertThat(json.get("rounds").asLong()).isEqualTo(1);
        }
    }

    @Test
    void anEmptyRangeAsksTheStoreForNothing() throws Exception {
        try (TestStore store = new TestStore()) {
            JsonNode json =
                    store.run("ranges", "missing.bin", "0+0,5+0", "--json").json();
            assertThat(json.get("ranges").get(1).get("sha256").asText()).isEqualTo(sha(0, 0));
            assertThat(json.get("requests.get").asLong())
                    .isEqualTo(store.log().gets())
                    .isZero();
            store.run("ranges", "missing.bin", "0+0,5+1").assertFails(1, "lake/missing.bin");
        }
    }

    @Test
    void readsLocalFilesAsText(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("data.bin");
        Files.write(file, CONTENT);
        Outcome outcome = Outcome.of("ranges", file.toString(), "5+7");
        assertThat(outcome.code()).isZero();
        assertThat(outcome.out()).contains(sha(5, 7) + "  5+7", "1 GETs, 0 HEADs");
    }

    @Test
    void aRangePastTheEndNamesObjectAndRange() throws Exception {
        try (TestStore store = new TestStore()) {
            store.put("data.bin", CONTENT);
            store.run("ranges", "data.bin", "0+10,4999999+2").assertFails(1, "lake/data.bin", "4999999");
        }
    }

    @Test
    void whatIsNotARangeIsAUsageError() {
        for (String wrong : new String[] {"5", "a+1", "1+", "-1+5", "9223372036854775807+9", "0+3000000000"}) {
            Outcome.of("ranges", "file:data.bin", wrong).assertFails(2, "try 'vio ranges --help'");
        }
    }

    private static String sha(int offset, int length) throws Exception {
        byte[] digest =
                MessageDigest.getInstance("SHA-256").digest(Arrays.copyOfRange(CONTENT, offset, offset + length));
        return HexFormat.of().formatHex(digest);
    }
}
