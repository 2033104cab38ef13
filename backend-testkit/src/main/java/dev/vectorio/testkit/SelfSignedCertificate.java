package dev.vectorio.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * A certificate for the loopback address that nobody has signed, made for one run of the tests by the JDK's {@code keytool} and
 * valid for a day. Its key is in a temporary file, deleted on {@link #close}.
 */
public final class SelfSignedCertificate implements AutoCloseable {
    private static final String TYPE = "PKCS12";
    private static final String PASSWORD = "loopback";
    private static final String TRUST_STORE = "javax.net.ssl.trustStore";
    private static final String TRUST_STORE_PASSWORD = "javax.net.ssl.trustStorePassword";

    private final Path folder;
    private final Path keyStore;

    private SelfSignedCertificate(Path folder) {
        this.folder = folder;
        this.keyStore = folder.resolve("loopback.p12");
    }

    /** Makes one. */
    public static SelfSignedCertificate generate() {
        try {
            SelfSignedCertificate certificate =
                    new SelfSignedCertificate(Files.createTempDirectory("vector-io-certificate"));
            certificate.runKeytool();
            return certificate;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void runKeytool() throws IOException {
        String keytool =
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        String options = "-genkeypair -alias loopback -keyalg EC -groupname secp256r1 -validity 1 -dname CN=localhost"
                + " -ext san=ip:127.0.0.1,dns:localhost -storetype " + TYPE + " -storepass " + PASSWORD + " -keystore";
        List<String> command = new ArrayList<>(List.of(keytool));
        command.addAll(List.of(options.split(" ", -1)));
        command.add(keyStore.toString());
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!Files.exists(keyStore)) {
            throw new IOException("keytool made no certificate: " + said);
        }
    }

    /** What a server speaks TLS with. */
    public SSLContext ofServer() {
        try (InputStream in = Files.newInputStream(keyStore)) {
            KeyStore keys = KeyStore.getInstance(TYPE);
            keys.load(in, PASSWORD.toCharArray());
            KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            managers.init(keys, PASSWORD.toCharArray());
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(managers.getKeyManagers(), null, null);
            return context;
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException("the certificate cannot be read", e);
        }
    }

    /**
     * Lets clients that are built from now on trust it and nothing else, by the JVM's trust store property, as users with an
     * authority of their own do.
     */
    public void trust() {
        System.setProperty(TRUST_STORE, keyStore.toString());
        System.setProperty(TRUST_STORE_PASSWORD, PASSWORD);
    }

    /** Lets clients that are built from now on trust what the JVM brings. */
    public static void distrust() {
        System.clearProperty(TRUST_STORE);
        System.clearProperty(TRUST_STORE_PASSWORD);
    }

    @Override
    public void close() {
        distrust();
        try {
            Files.deleteIfExists(keyStore);
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
