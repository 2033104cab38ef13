package dev.vectorio.iceberg;

import dev.vectorio.VectorIo;
import dev.vectorio.parquet.EngineLease;
import java.io.Closeable;
import java.util.Map;
import org.apache.iceberg.common.DynConstructors;
import org.apache.iceberg.common.DynMethods;
import org.apache.iceberg.io.CloseableGroup;

/**
 * Credentials that Iceberg's module for a store makes of properties: objects that fetch and renew what the catalog vends, or
 * a class that the user names. Made by reflection, as those modules and their clients are there only where their store is
 * used. Equal properties make equal ones.
 *
 * @param module makes them
 * @param properties of the catalog; secrets included, never printed
 */
record ModuleCredentials(Module module, Map<String, String> properties) implements EngineLease.Extras {
    /** A module of Iceberg. */
    enum Module {
        /** {@code iceberg-aws}: what {@code S3FileIO} signs with. */
        AWS("software.amazon.awssdk.auth.credentials.AwsCredentialsProvider") {
            @Override
            Object make(Map<String, String> from, CloseableGroup owned) {
                Object properties = DynConstructors.builder()
                        .impl("org.apache.iceberg.aws.AwsClientProperties", Map.class)
                        .build()
                        .newInstance(from);
                Object provider = DynMethods.builder("credentialsProvider")
                        .impl(properties.getClass(), String.class, String.class, String.class)
                        .build(properties)
                        .invoke(
                                from.get("s3.access-key-id"),
                                from.get("s3.secret-access-key"),
                                from.get("s3.session-token"));
                if (provider instanceof AutoCloseable closeable) {
                    owned.addCloseable(closeable);
                }
                return provider;
            }
        },

        /** {@code iceberg-gcp}: the token that {@code GCSFileIO} sends, renewed if the catalog says where. */
        GCP("com.google.auth.Credentials") {
            @Override
            Object make(Map<String, String> from, CloseableGroup owned) {
                Object properties = DynConstructors.builder()
                        .impl("org.apache.iceberg.gcp.GCPProperties", Map.class)
                        .build()
                        .newInstance(from);
                return DynMethods.builder("oauth2CredentialsFromGcpProperties")
                        .impl("org.apache.iceberg.gcp.GCPAuthUtils", properties.getClass(), CloseableGroup.class)
                        .buildStatic()
                        .invoke(properties, owned);
            }
        },

        /** {@code iceberg-azure}: the provider of tokens that the user names. */
        AZURE("com.azure.core.credential.TokenCredential") {
            @Override
            Object make(Map<String, String> from, CloseableGroup owned) {
                Object provider = DynMethods.builder("from")
                        .impl("org.apache.iceberg.azure.AdlsTokenCredentialProviders", Map.class)
                        .buildStatic()
                        .invoke(from);
                return DynMethods.builder("credential")
                        .impl("org.apache.iceberg.azure.AdlsTokenCredentialProvider")
                        .build(provider)
                        .invoke();
            }
        };

        private final String attachedAs;

        Module(String attachedAs) {
            this.attachedAs = attachedAs;
        }

        /** Makes the object; what is to be closed after its last use goes into the group. */
        abstract Object make(Map<String, String> from, CloseableGroup owned);
    }

    ModuleCredentials {
        properties = Map.copyOf(properties);
    }

    /** Names no value. */
    @Override
    public String toString() {
        return "ModuleCredentials[" + module + ", " + properties.keySet() + "]";
    }

    @Override
    public Closeable addTo(VectorIo.Builder builder) {
        CloseableGroup owned = new CloseableGroup();
        owned.setSuppressCloseFailure(true);
        Object credentials = module.make(properties, owned);
        attach(builder, attachedClass(credentials), credentials);
        return owned;
    }

    private Class<?> attachedClass(Object credentials) {
        try {
            return Class.forName(
                    module.attachedAs, false, credentials.getClass().getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(module.attachedAs + " is not on the class path", e);
        }
    }

    private static <T> void attach(VectorIo.Builder builder, Class<T> type, Object credentials) {
        builder.attach(type, type.cast(credentials));
    }
}
