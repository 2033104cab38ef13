package dev.vectorio.s3;

import dev.vectorio.spi.HttpRefusal;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;

/**
 * Shows the client of an error's body what it can do with: it gathers all of it in memory whatever its length, and takes
 * one that is no text for a lost connection.
 */
final class ShortErrors implements ExecutionInterceptor {
    @Override
    public Optional<Publisher<ByteBuffer>> modifyAsyncHttpResponseContent(
            Context.ModifyHttpResponse context, ExecutionAttributes attributes) {
        Optional<Publisher<ByteBuffer>> body = context.responsePublisher();
        return context.httpResponse().isSuccessful()
                ? body
                : body.map(all -> reader -> all.subscribe(new Front(reader)));
    }

    /** Gathers the first bytes, hands them over as one, and gives up the rest. */
    private static final class Front implements Subscriber<ByteBuffer> {
        private final Subscriber<? super ByteBuffer> reader;
        private final ByteArrayOutputStream front = new ByteArrayOutputStream();
        private Optional<Subscription> source = Optional.empty();
        private boolean ended;

        Front(Subscriber<? super ByteBuffer> reader) {
            this.reader = reader;
        }

        @Override
        public void onSubscribe(Subscription subscription) {
            source = Optional.of(subscription);
            reader.onSubscribe(subscription);
        }

        @Override
        public void onNext(ByteBuffer bytes) {
            int room = HttpRefusal.LONGEST_BODY_BYTES - front.size();
            byte[] next = new byte[Math.min(room, bytes.remaining())];
            bytes.slice().get(next);
            front.writeBytes(next);
            if (next.length == room) {
                onComplete(); // before the client hears that the rest is given up
                source.ifPresent(Subscription::cancel);
            }
        }

        @Override
        public void onError(Throwable failure) {
            if (!ended) {
                ended = true;
                reader.onError(failure);
            }
        }

        @Override
        public void onComplete() {
            if (!ended) {
                ended = true;
                byte[] xml = HttpRefusal.xmlOf(front.toByteArray());
                if (xml.length > 0) {
                    reader.onNext(ByteBuffer.wrap(xml));
                }
                reader.onComplete();
            }
        }
    }
}
