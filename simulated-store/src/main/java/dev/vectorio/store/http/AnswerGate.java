package dev.vectorio.store.http;

import java.util.ArrayList;
import java.util.List;

/** Holds all answers back while it is shut: requests arrive and are logged, nothing is answered. Any thread. */
public final class AnswerGate {
    private final List<Runnable> parked = new ArrayList<>();
    private int holds;

    /** Shuts the gate until the hold returned is released; it opens when the last hold is. */
    public Hold hold() {
        synchronized (this) {
            holds++;
        }
        return new Hold();
    }

    /** Keeps {@code answer} for later if the gate is shut; returns whether it does. */
    synchronized boolean parks(Runnable answer) {
        if (holds == 0) {
            return false;
        }
        parked.add(answer);
        return true;
    }

    private void release() {
        List<Runnable> released = List.of();
        synchronized (this) {
            holds--;
            if (holds == 0) {
                released = List.copyOf(parked);
                parked.clear();
            }
        }
        released.forEach(Runnable::run);
    }

    /** Keeps the gate shut until it is released. */
    public final class Hold {
        private boolean released;

        private Hold() {}

        /** Lets the gate open. Idempotent. */
        public void release() {
            synchronized (this) {
                if (released) {
                    return;
                }
                released = true;
            }
            AnswerGate.this.release();
        }
    }
}
