package dev.vectorio.parquet;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ThriftLengthsTest {
    private static void check(int... bytes) throws ParquetLayoutException {
        ByteBuffer buffer = ByteBuffer.allocate(bytes.length);
        for (int each : bytes) {
            buffer.put((byte) each);
        }
        ThriftLengths.check(buffer.flip(), "the footer");
    }

    @Test
    void aStringThatReachesBehindTheEndIsRefused() {
        // field 1, binary; 82,000,000 as a varint
        assertThatThrownBy(() -> check(0x18, 0x80, 0xF6, 0x8C, 0x27, 'a', 'b'))
                .isInstanceOf(ParquetLayoutException.class)
                .hasMessageContainingAll("the footer is damaged", "a string of length 82000640", "byte 5", "2 bytes");
        assertThatCode(() -> check(0x18, 0x02, 'a', 'b', 0x00)).doesNotThrowAnyException();
    }

    @Test
    void negativeLengthsAreRefused() {
        assertThatThrownBy(() -> check(0x18, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01))
                .hasMessageContaining("length -1");
    }

    @Test
    void listsAndMapsOfMoreElementsThanBytesAreRefused() {
        assertThatThrownBy(() -> check(0x19, 0xFC, 0x80, 0x80, 0x80, 0x08, 0x00))
                .hasMessageContaining("a list of length");
        assertThatThrownBy(() -> check(0x1B, 0x80, 0x80, 0x80, 0x08, 0x88)).hasMessageContaining("a map of length");
        // three structures in a list, each of them empty; a map of one string to another
        assertThatCode(() -> check(0x19, 0x3C, 0, 0, 0, 0x1B, 0x01, 0x88, 0x01, 'k', 0x01, 'v', 0))
                .doesNotThrowAnyException();
    }

    @Test
    void deepNestingIsRefused() {
        int[] lists = new int[100_000];
        int[] structs = new int[100_000];
        for (int i = 0; i < lists.length; i++) {
            lists[i] = 0x19; // a list of one list, and so on
            structs[i] = 0x1C;
        }
        assertThatThrownBy(() -> check(lists)).hasMessageContaining("nested deeper than 64");
        assertThatThrownBy(() -> check(structs)).hasMessageContaining("nested deeper than 64");
    }

    @Test
    void whatElseIsWrongIsLeftToTheDecoder() {
        assertThatCode(() -> check()).doesNotThrowAnyException();
        assertThatCode(() -> check(0x1F)).doesNotThrowAnyException();
        assertThatCode(() -> check(0x15)).doesNotThrowAnyException();
    }

    @Test
    void footersOfRealFilesPassAndFlippedOnesEndQuickly() throws IOException {
        byte[] file = TestFiles.rows(900, writer -> writer.withRowGroupSize(40L << 10));
        ByteBuffer trailer =
                ByteBuffer.wrap(file, file.length - ParquetLayout.TRAILER_LENGTH, ParquetLayout.TRAILER_LENGTH);
        Trailer end = Trailer.of("file", file.length, trailer);
        byte[] footer = new byte[(int) end.footer().length()];
        System.arraycopy(file, (int) end.footerOffset(), footer, 0, footer.length);
        ThriftLengths.check(ByteBuffer.wrap(footer), "the footer");
        Random random = new Random(7);
        for (int i = 0; i < 20_000; i++) {
            byte[] flipped = footer.clone();
            flipped[random.nextInt(flipped.length)] = (byte) random.nextInt(256);
            try {
                ThriftLengths.check(ByteBuffer.wrap(flipped), "seed 7, " + i);
            } catch (ParquetLayoutException refused) {
                assertThatThrownBy(() -> {
                            throw refused;
                        })
                        .hasMessageContaining("is damaged");
            }
        }
    }
}
