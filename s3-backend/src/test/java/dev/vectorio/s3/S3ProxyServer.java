package dev.vectorio.s3;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * S3Proxy in a JVM and on a class path of its own, one for all tests of this JVM, ended with it. Checks signatures
 * (version 4) and keeps objects in memory.
 */
final class S3ProxyServer {
    static final String ACCESS_KEY = "s3proxy-user";
    static final String SECRET_KEY = "s3proxy-secret-key";

    private static final Duration START_LIMIT = Duration.ofSeconds(60);

    private static final class Holder {
        static final S3ProxyServer SERVER = start();
    }

    private final URI endpoint;

    private S3ProxyServer(URI endpoint) {
        this.endpoint = endpoint;
    }

    static S3ProxyServer get() {
        return Holder.SERVER;
    }

    S3Options options() {
        return S3Options.defaults().withEndpoint(endpoint).withPathStyle(true).withKeys(ACCESS_KEY, SECRET_KEY);
    }

    private static S3ProxyServer start() {
        try {
            int port = freePort();
            Path folder = Files.createTempDirectory("s3proxy");
            Path log = folder.resolve("log.txt");
            Process process = new ProcessBuilder(command(folder, port))
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly, "stop-s3proxy"));
            awaitPort(process, port, log);
            return new S3ProxyServer(URI.create("http://127.0.0.1:" + port));
        } catch (IOException e) {
            throw new IllegalStateException("S3Proxy cannot be started", e);
        }
    }

    private static List<String> command(Path folder, int port) throws IOException {
        String file = System.getProperty("vectorio.s3proxy.classpath", "s3proxy/target/classpath.txt");
        Path logging = folder.resolve("logback.xml");
        Files.writeString(logging, """
                <configuration>
                  <appender name="OUT" class="ch.qos.logback.core.ConsoleAppender">
                    <encoder><pattern>%level %logger{0} %msg%n</pattern></encoder>
                  </appender>
                  <root level="WARN"><appender-ref ref="OUT"/></root>
                </configuration>
                """);
        Path properties = folder.resolve("s3proxy.conf");
        Files.writeString(properties, """
                s3proxy.endpoint=http://127.0.0.1:%d
                s3proxy.authorization=aws-v4
                s3proxy.identity=%s
                s3proxy.credential=%s
                s3proxy.ignore-unknown-headers=true
                jclouds.provider=transient-nio2
                jclouds.identity=none
                jclouds.credential=none
                """.formatted(port, ACCESS_KEY, SECRET_KEY));
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dlogback.configurationFile=" + logging,
                "-cp",
                Files.readString(Path.of(file)).strip().replace(":", File.pathSeparator),
                "org.gaul.s3proxy.Main",
                "--properties",
                properties.toString());
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static void awaitPort(Process process, int port, Path log) throws IOException {
        long deadline = System.nanoTime() + START_LIMIT.toNanos();
        while (!accepts(port)) {
            if (!process.isAlive() || System.nanoTime() > deadline) {
                process.destroyForcibly();
                throw new IllegalStateException("S3Proxy did not start:\n" + Files.readString(log));
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
        }
    }

    private static boolean accepts(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
