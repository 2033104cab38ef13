package dev.vectorio.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import org.junit.jupiter.api.Test;

class NettyLeakCheckTest {
    @Test
    void findsABufferThatNobodyReleased() throws InterruptedException {
        assertThat(NettyLeakCheck.find()).as("before").isEmpty();
        leak();
        assertThat(NettyLeakCheck.find()).singleElement().asString().contains("ByteBuf");
        assertThat(NettyLeakCheck.find()).as("told once").isEmpty();
    }

    @Test
    void aReleasedBufferIsNoLeak() throws InterruptedException {
        ByteBuf buffer = ByteBufAllocator.DEFAULT.directBuffer(100);
        buffer.release();
        assertThat(NettyLeakCheck.find()).isEmpty();
    }

    private static void leak() {
        assertThat(ByteBufAllocator.DEFAULT.directBuffer(100).writableBytes()).isEqualTo(100);
    }
}
