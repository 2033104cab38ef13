package dev.vectorio.store.http;

import dev.vectorio.store.fault.AnswerShape;
import dev.vectorio.store.request.Answer;
import dev.vectorio.store.request.RequestFacts;

/**
 * The HTTP API of one kind of store: understands requests, does what they ask on the objects, words the answers. It
 * knows nothing of connections, time, faults or the log. Called on many connections' threads at once; must not block.
 */
public interface Dialect {

    /** Whether the request is one of this dialect's; asked in the order of the store's dialects, the first wins. */
    boolean claims(RequestHead head);

    /** What the request asks for. Never fails: what cannot be understood is refused by {@link #answer}. */
    RequestFacts facts(RequestHead head);

    /** Takes the request's body. */
    BodyReceiver receiver(RequestHead head);

    /** Does what the request asks, now. */
    Answer answer(StoreRequest request);

    /** Words an error in the dialect's own form. */
    Answer refusal(StoreRequest request, AnswerShape.Refusal refusal);
}
