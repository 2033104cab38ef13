package dev.vectorio.store.http;

import dev.vectorio.store.request.Answer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Writes the head of an answer exactly as the answer has it: no header is added, merged or dropped but the framing. */
final class AnswerHead {
    private static final int USUAL_HEAD_BYTES = 512;

    private AnswerHead() {}

    static ByteBuf encode(Answer answer, boolean keepAlive, ByteBufAllocator allocator) {
        StringBuilder head = new StringBuilder(USUAL_HEAD_BYTES);
        head.append("HTTP/1.1 ").append(answer.status()).append(' ');
        head.append(HttpResponseStatus.valueOf(answer.status()).reasonPhrase()).append("\r\n");
        for (Map.Entry<String, String> header : answer.headers()) {
            head.append(header.getKey()).append(": ").append(header.getValue()).append("\r\n");
        }
        answer.contentLength()
                .ifPresent(
                        length -> head.append("Content-Length: ").append(length).append("\r\n"));
        if (!keepAlive) {
            head.append("Connection: close\r\n");
        }
        head.append("\r\n");
        ByteBuf bytes = allocator.directBuffer(USUAL_HEAD_BYTES);
        bytes.writeCharSequence(head, StandardCharsets.UTF_8);
        return bytes;
    }
}
