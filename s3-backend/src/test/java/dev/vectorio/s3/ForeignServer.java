package dev.vectorio.s3;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** Listens where a store should, and says something of its own to whoever asks. */
final class ForeignServer implements AutoCloseable {
    private static final int BACKLOG = 50;

    private final ServerSocket listening;

    private ForeignServer(ServerSocket listening) {
        this.listening = listening;
    }

    static ForeignServer saying(String answer) throws IOException {
        ServerSocket listening = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(() -> serve(listening, answer), "foreign-server");
        thread.setDaemon(true);
        thread.start();
        return new ForeignServer(listening);
    }

    private static void serve(ServerSocket listening, String answer) {
        byte[] asked = new byte[64 << 10];
        while (!listening.isClosed()) {
            try (Socket connection = listening.accept()) {
                if (connection.getInputStream().read(asked) > 0) {
                    connection.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
                }
            } catch (IOException e) {
                // whoever asked is gone, or this is closed
            }
        }
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + listening.getLocalPort());
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }
}
