package dev.vectorio.store;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Predicate;

/** A socket and what comes over it, byte by byte, however wrong it is. */
final class RawConnection implements AutoCloseable {
    /** How long nothing has to come, once all that is expected has, to be called silence. */
    private static final int SILENCE_MILLIS = 150;
    /** How long something that is expected may take. */
    private static final int PATIENCE_MILLIS = 20_000;

    /** How the receiving ended. */
    enum End {
        CLOSED,
        RESET,
        SILENT
    }

    /**
     * All that came.
     *
     * @param text the bytes as ISO-8859-1
     * @param end how it ended
     */
    record Received(String text, End end) {
        String head() {
            return text.substring(0, text.indexOf("\r\n\r\n"));
        }

        String body() {
            return text.substring(text.indexOf("\r\n\r\n") + 4);
        }
    }

    private final Socket socket;

    RawConnection(SimulatedStore store) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), store.uri().getPort());
        socket.setTcpNoDelay(true);
    }

    void send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    void get(String address, String... headerLines) throws IOException {
        send("GET " + address + " HTTP/1.1\r\nHost: h\r\n"
                + String.join(
                        "", Arrays.stream(headerLines).map(l -> l + "\r\n").toList()) + "\r\n");
    }

    /** Reads until the connection ends. */
    Received receiveToEnd() throws IOException {
        return receive(text -> false);
    }

    /** Reads until what came ends with {@code last}, and on until the connection ends or stays silent. */
    Received receiveUpTo(String last) throws IOException {
        return receive(text -> text.endsWith(last));
    }

    private Received receive(Predicate<String> complete) throws IOException {
        StringBuilder text = new StringBuilder();
        byte[] buffer = new byte[65536];
        End end = End.CLOSED;
        try {
            InputStream in = socket.getInputStream();
            int count = 0;
            while (count >= 0) {
                text.append(new String(buffer, 0, count, StandardCharsets.ISO_8859_1));
                socket.setSoTimeout(complete.test(text.toString()) ? SILENCE_MILLIS : PATIENCE_MILLIS);
                count = in.read(buffer);
            }
        } catch (SocketTimeoutException e) {
            end = End.SILENT;
        } catch (SocketException e) {
            end = End.RESET;
        }
        return new Received(text.toString(), end);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
