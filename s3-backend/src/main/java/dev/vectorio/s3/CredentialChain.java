package dev.vectorio.s3;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.ContainerCredentialsProvider;
import software.amazon.awssdk.auth.credentials.EnvironmentVariableCredentialsProvider;
import software.amazon.awssdk.auth.credentials.InstanceProfileCredentialsProvider;
import software.amazon.awssdk.auth.credentials.ProfileCredentialsProvider;
import software.amazon.awssdk.auth.credentials.SystemPropertyCredentialsProvider;
import software.amazon.awssdk.auth.credentials.WebIdentityTokenFileCredentialsProvider;
import software.amazon.awssdk.core.SdkSystemSetting;
import software.amazon.awssdk.core.exception.SdkServiceException;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.identity.spi.IdentityProvider;
import software.amazon.awssdk.identity.spi.ResolveIdentityRequest;
import software.amazon.awssdk.profiles.ProfileFileSystemSetting;
import software.amazon.awssdk.utils.SdkAutoCloseable;
import software.amazon.awssdk.utils.SystemSetting;

/**
 * The usual places for credentials, in the usual order, with one difference to the SDK's own chain: only a place that
 * holds nothing is passed over. A place that is set up and fails (a throttled token service, a refused role) is the
 * answer: falling through to the next would go on under another, often weaker, identity. The place that answered first
 * stays the only one. Blocks.
 */
final class CredentialChain implements IdentityProvider<AwsCredentialsIdentity>, SdkAutoCloseable {
    /**
     * A place to look.
     *
     * @param holdsNothing true for a failure that says that the place is not in use, and not that it is in trouble
     */
    record Place(
            String name,
            IdentityProvider<? extends AwsCredentialsIdentity> provider,
            Predicate<Throwable> holdsNothing) {}

    /** No place holds anything. */
    static final class NoSourceException extends RuntimeException {
        private static final long serialVersionUID = 1;

        NoSourceException(String message) {
            super(message);
        }
    }

    private final List<Place> places;
    private volatile @Nullable Place found;

    CredentialChain(List<Place> places) {
        this.places = List.copyOf(places);
    }

    /** System properties, environment, web identity, profile, container, instance. */
    static CredentialChain ofDefaults() {
        return new CredentialChain(List.of(
                new Place("system properties", SystemPropertyCredentialsProvider.create(), failure -> true),
                new Place("environment variables", EnvironmentVariableCredentialsProvider.create(), failure -> true),
                new Place(
                        "web identity token",
                        WebIdentityTokenFileCredentialsProvider.create(),
                        failure -> !isSet(SdkSystemSetting.AWS_WEB_IDENTITY_TOKEN_FILE)),
                new Place(
                        "profile",
                        ProfileCredentialsProvider.create(),
                        failure -> !isSet(ProfileFileSystemSetting.AWS_PROFILE)
                                && !(failure instanceof SdkServiceException)
                                && !StoreFailures.isConnectionFailure(failure)),
                new Place(
                        "container",
                        ContainerCredentialsProvider.create(),
                        failure -> !isSet(SdkSystemSetting.AWS_CONTAINER_CREDENTIALS_RELATIVE_URI)
                                && !isSet(SdkSystemSetting.AWS_CONTAINER_CREDENTIALS_FULL_URI)),
                new Place(
                        "instance",
                        InstanceProfileCredentialsProvider.create(),
                        failure -> !(failure instanceof SdkServiceException))));
    }

    @Override
    public Class<AwsCredentialsIdentity> identityType() {
        return AwsCredentialsIdentity.class;
    }

    @Override
    public CompletableFuture<? extends AwsCredentialsIdentity> resolveIdentity(ResolveIdentityRequest request) {
        Place known = found;
        if (known != null) {
            return known.provider().resolveIdentity(request);
        }
        List<Throwable> passedOver = new ArrayList<>();
        for (Place place : places) {
            try {
                AwsCredentialsIdentity identity =
                        place.provider().resolveIdentity(request).join();
                found = place;
                return CompletableFuture.completedFuture(identity);
            } catch (RuntimeException e) {
                Throwable failure = StoreFailures.unwrap(e);
                if (!place.holdsNothing().test(failure)) {
                    return CompletableFuture.failedFuture(failure);
                }
                passedOver.add(failure);
            }
        }
        NoSourceException none = new NoSourceException(
                "nothing in " + places.stream().map(Place::name).collect(Collectors.joining(", ")));
        passedOver.forEach(none::addSuppressed);
        return CompletableFuture.failedFuture(none);
    }

    @Override
    public void close() {
        for (Place place : places) {
            if (place.provider() instanceof SdkAutoCloseable closeable) {
                closeable.close();
            }
        }
    }

    @Override
    public String toString() {
        return "the default chain";
    }

    /** True if a failure may be gone in a moment: throttled, a service in trouble, a connection. */
    static boolean mayPass(Throwable thrown) {
        Throwable failure = StoreFailures.unwrap(thrown);
        return failure instanceof SdkServiceException refused
                ? refused.isThrottlingException() || refused.statusCode() >= 500 || refused.statusCode() == 429
                : StoreFailures.isConnectionFailure(failure);
    }

    private static boolean isSet(SystemSetting setting) {
        return setting.getNonDefaultStringValue().isPresent();
    }
}
