package dev.vectorio.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vectorio.model.ByteRange;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class SyntheticBytesTest {
    @Test
    void sameSeedAndOffsetGiveTheSameByteHoweverItIsRead() {
        SyntheticBytes bytes = new SyntheticBytes(7, 1_000);
        for (int offset = 0; offset < 20; offset++) {
            byte[] part = bytes.bytes(ByteRange.of(offset, 37));
            for (int i = 0; i < part.length; i++) {
                assertThat(part[i]).isEqualTo(bytes.at(offset + i));
            }
        }
    }

    @Test
    void otherSeedsGiveOtherBytes() {
        assertThat(new SyntheticBytes(1, 64).bytes()).isNotEqualTo(new SyntheticBytes(2, 64).bytes());
    }

    @Test
    void everyByteValueOccurs() {
        BitSet seen = new BitSet();
        for (byte b : new SyntheticBytes(3, 10_000).bytes()) {
            seen.set(b & 0xff);
        }
        assertThat(seen.cardinality()).isEqualTo(256);
    }

    @Test
    void offsetsFarBeyondAnIntHaveBytesOfTheirOwn() {
        SyntheticBytes huge = new SyntheticBytes(4, 1L << 40);
        ByteBuffer direct = ByteBuffer.allocateDirect(100);
        huge.read((1L << 33) + 3, direct);
        direct.flip();
        assertThat(huge.firstDifference((1L << 33) + 3, direct)).isEmpty();
        assertThat(huge.firstDifference(3, direct)).isPresent();
    }

    @Test
    void checkNamesTheFirstWrongByte() {
        SyntheticBytes bytes = new SyntheticBytes(5, 100);
        byte[] copy = bytes.bytes(ByteRange.of(10, 50));
        copy[20] ^= 1;
        assertThat(bytes.firstDifference(10, ByteBuffer.wrap(copy))).isEqualTo(OptionalLong.of(30));
        assertThatThrownBy(() -> bytes.requireEqual(10, ByteBuffer.wrap(copy)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("byte 30");
    }

    @Test
    void bytesPastTheEndAreWrong() {
        SyntheticBytes bytes = new SyntheticBytes(5, 100);
        assertThat(bytes.firstDifference(100, ByteBuffer.allocate(1))).isEqualTo(OptionalLong.of(100));
        assertThatThrownBy(() -> bytes.read(99, ByteBuffer.allocate(2))).isInstanceOf(IndexOutOfBoundsException.class);
    }
}
