package dev.vectorio.iceberg;

import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;

/** A provider of credentials that a user names in the catalog's properties. */
public final class OwnProvider implements AwsCredentialsProvider {
    static final String ID = "of a class";
    static final String SECRET = "of a class too";

    private OwnProvider() {}

    /** As Iceberg makes it. */
    public static OwnProvider create() {
        return new OwnProvider();
    }

    @Override
    public AwsCredentials resolveCredentials() {
        return AwsBasicCredentials.create(ID, SECRET);
    }
}
