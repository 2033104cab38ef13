package dev.vectorio.spi;

import java.security.cert.CertificateException;

/** The one failure of a connection that no further attempt heals and a user can. */
public final class UntrustedCertificate {
    /** Says what to do; a failure with it is of kind {@code UNSUPPORTED}. */
    public static final String MESSAGE =
            "the store's certificate is not trusted: add the authority that signed it to the"
                    + " trust store of this JVM (javax.net.ssl.trustStore)";

    private UntrustedCertificate() {}

    /** True if a client that asks the JVM's trust managers gave up for that reason. */
    public static boolean causes(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof CertificateException) {
                return true;
            }
        }
        return false;
    }
}
