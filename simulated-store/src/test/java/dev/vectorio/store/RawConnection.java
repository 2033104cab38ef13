package dev.vectorio.store;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A socket and what comes over it, byte by byte, however wrong it is. */
final class RawConnection implements AutoCloseable {
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

    /** Reads until the connection ends or nothing has come for {@code silenceMillis}. */
    Received receive(int silenceMillis) throws IOException {
        socket.setSoTimeout(silenceMillis);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] buffer = new byte[65536];
        End end = End.CLOSED;
        try {
            InputStream in = socket.getInputStream();
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                bytes.write(buffer, 0, count);
            }
        } catch (SocketTimeoutException e) {
            end = End.SILENT;
        } catch (SocketException e) {
            end = End.RESET;
        }
        return new Received(bytes.toString(StandardCharsets.ISO_8859_1), end);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
