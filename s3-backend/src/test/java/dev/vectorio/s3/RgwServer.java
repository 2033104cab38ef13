package dev.vectorio.s3;

import java.net.URI;
import java.util.Objects;

/** A RADOS Gateway that somebody started ({@code src/test/scripts/rgw}) and names in the environment. */
record RgwServer(URI endpoint, String accessKey, String secretKey) {
    /** The variable without which tests on the gateway are skipped. */
    static final String ENDPOINT = "VECTORIO_RGW_ENDPOINT";

    static RgwServer fromEnvironment() {
        return new RgwServer(
                URI.create(setting(ENDPOINT)), setting("VECTORIO_RGW_ACCESS_KEY"), setting("VECTORIO_RGW_SECRET_KEY"));
    }

    private static String setting(String name) {
        return Objects.requireNonNull(System.getenv(name), () -> name + " is not set");
    }

    S3Options options() {
        return S3Options.defaults().withEndpoint(endpoint).withPathStyle(true).withKeys(accessKey, secretKey);
    }
}
