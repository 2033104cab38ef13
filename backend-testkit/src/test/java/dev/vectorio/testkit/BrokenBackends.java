package dev.vectorio.testkit;

import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectMetadata;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.model.ObjectVersion;
import dev.vectorio.spi.GetRange;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.spi.ObjectStoreBackend;
import dev.vectorio.spi.ResponseHead;
import dev.vectorio.spi.ResponseSink;
import dev.vectorio.spi.Transfer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.function.UnaryOperator;
import java.util.zip.GZIPInputStream;

/** Backends that each break one rule, as real ones did. Long, being a list: each method is one breakage by itself. */
final class BrokenBackends {
    private BrokenBackends() {}

    private static ObjectStoreBackend asking(ObjectStoreBackend behind, UnaryOperator<GetRequest> change) {
        return new PassingBackend(behind) {
            @Override
            public Transfer get(GetRequest request, ResponseSink sink) {
                return behind.get(change.apply(request), sink);
            }
        };
    }

    private static ObjectStoreBackend into(ObjectStoreBackend behind, UnaryOperator<ResponseSink> change) {
        return new PassingBackend(behind) {
            @Override
            public Transfer get(GetRequest request, ResponseSink sink) {
                return behind.get(request, change.apply(sink));
            }
        };
    }

    private static ObjectStoreBackend failing(ObjectStoreBackend behind, UnaryOperator<Throwable> change) {
        return new PassingBackend(behind) {
            @Override
            public Transfer get(GetRequest request, ResponseSink sink) {
                Transfer transfer = behind.get(request, sink);
                CompletableFuture<Void> done = new CompletableFuture<>();
                transfer.done().whenComplete((ok, failure) -> {
                    if (failure == null) {
                        done.complete(null);
                    } else {
                        done.completeExceptionally(change.apply(Fetch.unwrap(failure)));
                    }
                });
                return new Passed(done, transfer::cancel);
            }
        };
    }

    private static GetRequest bounded(GetRequest request, UnaryOperator<ByteRange> change) {
        return request.range() instanceof GetRange.Bounded bounded
                ? new GetRequest(request.location(), GetRange.of(change.apply(bounded.range())), request.ifVersion())
                : request;
    }

    /** Takes the exclusive end for an inclusive one. */
    static ObjectStoreBackend inclusiveEnd(ObjectStoreBackend behind) {
        return asking(behind, request -> bounded(request, r -> ByteRange.of(r.offset(), r.length() + 1)));
    }

    static ObjectStoreBackend offsetsAsInt(ObjectStoreBackend behind) {
        return asking(
                behind, request -> bounded(request, r -> ByteRange.of(r.offset() & Integer.MAX_VALUE, r.length())));
    }

    static ObjectStoreBackend dropsTheVersion(ObjectStoreBackend behind) {
        return asking(behind, request -> new GetRequest(request.location(), request.range(), Optional.empty()));
    }

    static ObjectStoreBackend suffixAsPrefix(ObjectStoreBackend behind) {
        return asking(
                behind,
                request -> request.range() instanceof GetRange.Suffix suffix
                        ? new GetRequest(
                                request.location(), GetRange.of(ByteRange.of(0, suffix.length())), request.ifVersion())
                        : request);
    }

    static ObjectStoreBackend decodesKeys(ObjectStoreBackend behind) {
        return asking(behind, request -> {
            ObjectLocation at = request.location();
            String key = URLDecoder.decode(at.key().replace("per%cent", ""), StandardCharsets.UTF_8);
            return new GetRequest(
                    new ObjectLocation(at.scheme(), at.authority(), key), request.range(), request.ifVersion());
        });
    }

    static ObjectStoreBackend normalizesKeys(ObjectStoreBackend behind) {
        return asking(behind, request -> {
            ObjectLocation at = request.location();
            String key = at.key().replace("//", "/");
            return new GetRequest(
                    new ObjectLocation(at.scheme(), at.authority(), key), request.range(), request.ifVersion());
        });
    }

    /** Keeps each chunk for the next call, and ends before the last one. */
    static ObjectStoreBackend endsBeforeTheLastBytes(ObjectStoreBackend behind) {
        return new PassingBackend(behind) {
            @Override
            public Transfer get(GetRequest request, ResponseSink sink) {
                CompletableFuture<Void> done = new CompletableFuture<>();
                long promised = request.range().length();
                Transfer transfer = behind.get(request, new PassingSink(sink) {
                    private long received;

                    @Override
                    public void onBytes(ByteBuffer chunk) {
                        received += chunk.remaining();
                        if (received == promised) {
                            done.complete(null);
                        }
                        to.onBytes(chunk);
                    }
                });
                return new Passed(done, transfer::cancel);
            }
        };
    }

    /** Hands every chunk to a thread of its own, and waits for all of them only at the end. */
    static ObjectStoreBackend overlapsCalls(ObjectStoreBackend behind) {
        return into(behind, sink -> new PassingBackend.PassingSink(sink) {
            private CompletableFuture<Void> before = CompletableFuture.completedFuture(null);

            @Override
            public void onBytes(ByteBuffer chunk) {
                ByteBuffer copy =
                        ByteBuffer.allocate(chunk.remaining()).put(chunk).flip();
                before.join();
                CountDownLatch begun = new CountDownLatch(1);
                before = CompletableFuture.runAsync(
                        () -> {
                            begun.countDown();
                            to.onBytes(copy.slice(0, copy.limit() / 2));
                        },
                        task -> new Thread(task, "first-half").start());
                Watchdog.await(begun, "the other thread never began");
                to.onBytes(copy.slice(copy.limit() / 2, copy.limit() - copy.limit() / 2));
                before.join();
            }
        });
    }

    static ObjectStoreBackend ignoresCancel(ObjectStoreBackend behind) {
        return new PassingBackend(behind) {
            @Override
            public Transfer get(GetRequest request, ResponseSink sink) {
                return new Passed(behind.get(request, sink).done(), () -> {});
            }
        };
    }

    /** Completes {@code done} in {@code cancel}, whatever the transport is doing. */
    static ObjectStoreBackend endsAtOnceOnCancel(ObjectStoreBackend behind) {
        return new PassingBackend(behind) {
            @Override
            public Transfer get(GetRequest request, ResponseSink sink) {
                Transfer transfer = behind.get(request, sink);
                CompletableFuture<Void> done = transfer.done().toCompletableFuture();
                return new Passed(done, () -> {
                    done.completeExceptionally(new ObjectReadException(Kind.CANCELLED, "cancelled"));
                    transfer.cancel();
                });
            }
        };
    }

    /** Gives a connection back at the end of a good transfer only. */
    static ObjectStoreBackend leaksConnections(ObjectStoreBackend behind) {
        Semaphore pool = new Semaphore(behind.capabilities().maxConcurrentRequests());
        return new PassingBackend(behind) {
            @Override
            public Transfer get(GetRequest request, ResponseSink sink) {
                if (!pool.tryAcquire()) {
                    ObjectReadException none = new ObjectReadException(Kind.TIMEOUT, "no connection in the pool");
                    return new Passed(CompletableFuture.failedFuture(none), () -> {});
                }
                Transfer transfer = behind.get(request, sink);
                CompletionStage<Void> done = transfer.done().whenComplete((ok, failure) -> {
                    if (failure == null) {
                        pool.release();
                    }
                });
                return new Passed(done, transfer::cancel);
            }
        };
    }

    static ObjectStoreBackend leaksAThreadPerGet(ObjectStoreBackend behind) {
        return new PassingBackend(behind) {
            private final CountDownLatch closed = new CountDownLatch(1);

            @Override
            public Transfer get(GetRequest request, ResponseSink sink) {
                Thread leaked = new Thread(() -> Watchdog.await(closed, "never closed"), "leaked");
                leaked.setDaemon(true);
                leaked.start();
                return behind.get(request, sink);
            }

            @Override
            public void close() {
                closed.countDown();
                behind.close();
            }
        };
    }

    static ObjectStoreBackend goesOnAfterRefusal(ObjectStoreBackend behind) {
        return into(behind, sink -> new PassingBackend.PassingSink(sink) {
            @Override
            public boolean onHead(ResponseHead head) {
                to.onHead(head);
                return true;
            }
        });
    }

    /** Takes the position that the sink left as the progress it made. */
    static ObjectStoreBackend trustsThePosition(ObjectStoreBackend behind) {
        return into(behind, sink -> new PassingBackend.PassingSink(sink) {
            @Override
            public void onBytes(ByteBuffer chunk) {
                to.onBytes(chunk);
                if (chunk.hasRemaining()) {
                    to.onBytes(chunk);
                }
            }
        });
    }

    static ObjectStoreBackend rawExceptions(ObjectStoreBackend behind) {
        return failing(behind, failure -> new IllegalStateException("404 from the client library", failure));
    }

    static ObjectStoreBackend namesASecret(ObjectStoreBackend behind, String secret) {
        return failing(behind, failure -> {
            ObjectReadException typed = Fetch.requireTyped(failure);
            return new ObjectReadException(
                    typed.kind(), "not found", typed.answer(), new IOException("GET /k?X-Amz-Signature=" + secret));
        });
    }

    static ObjectStoreBackend retriesEndOfObject(ObjectStoreBackend behind) {
        return failing(behind, failure -> {
            ObjectReadException typed = Fetch.requireTyped(failure);
            return typed.kind() == Kind.OUT_OF_BOUNDS
                    ? new ObjectReadException(Kind.TRANSIENT, "end of stream", typed.answer())
                    : typed;
        });
    }

    /** Tries once more by itself when a request fails. */
    static ObjectStoreBackend retries(ObjectStoreBackend behind) {
        return new PassingBackend(behind) {
            @Override
            public Transfer get(GetRequest request, ResponseSink sink) {
                Transfer first = behind.get(request, sink);
                CompletionStage<Void> done = first.done()
                        .handle((ok, failure) -> failure == null
                                ? CompletableFuture.<Void>completedFuture(null)
                                : behind.get(request, sink).done().toCompletableFuture())
                        .thenCompose(again -> again);
                return new Passed(done, first::cancel);
            }
        };
    }

    static ObjectStoreBackend throwsAfterClose(ObjectStoreBackend behind) {
        return new PassingBackend(behind) {
            private volatile boolean closed;

            @Override
            public Transfer get(GetRequest request, ResponseSink sink) {
                if (closed) {
                    throw new IllegalStateException("connection pool shut down");
                }
                return behind.get(request, sink);
            }

            @Override
            public void close() {
                closed = true;
                behind.close();
            }
        };
    }

    static ObjectStoreBackend stripsQuotesInHead(ObjectStoreBackend behind) {
        return new PassingBackend(behind) {
            @Override
            public CompletionStage<ObjectMetadata> head(ObjectLocation location) {
                return behind.head(location)
                        .thenApply(metadata -> new ObjectMetadata(
                                location,
                                metadata.length(),
                                metadata.version()
                                        .map(v -> ObjectVersion.etag(v.token().replace("\"", "")))));
            }
        };
    }

    /** Unpacks gzip on the way, as HTTP clients like to do. */
    static ObjectStoreBackend decompresses(ObjectStoreBackend behind) {
        return into(behind, sink -> new PassingBackend.PassingSink(sink) {
            private final ByteArrayOutputStream body = new ByteArrayOutputStream();
            private long promised;

            @Override
            public boolean onHead(ResponseHead head) {
                promised = head.contentLength().orElse(0);
                return to.onHead(new ResponseHead(
                        head.status(),
                        OptionalLong.empty(),
                        head.contentRange(),
                        head.version(),
                        head.versionId(),
                        head.requestId()));
            }

            @Override
            public void onBytes(ByteBuffer chunk) {
                byte[] copy = new byte[chunk.remaining()];
                chunk.get(copy);
                body.writeBytes(copy);
                if (body.size() == promised) {
                    to.onBytes(ByteBuffer.wrap(unpacked(body.toByteArray())));
                }
            }
        });
    }

    private static byte[] unpacked(byte[] packed) {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
