package dev.vectorio.gcs;

import dev.vectorio.spi.BackendOption;
import java.util.List;

/** The table of options; {@code docs/configuration-gcs.md} prints it. */
final class GcsOption {
    static final String PREFIX = "vectorio.gcs.";

    static final BackendOption ENDPOINT = BackendOption.open(
            PREFIX,
            "endpoint",
            "Google",
            "an address such as `https://store.example:9000`",
            "The store. Plain `http` only by writing it here. For anything but Google, `anonymous` is most often needed too.");
    static final BackendOption ANONYMOUS = BackendOption.open(
            PREFIX,
            "anonymous",
            "`false`",
            BackendOption.SWITCH,
            "Requests carry no token: for public objects and emulators.");
    static final BackendOption SERVICE_ACCOUNT_FILE = BackendOption.open(
            PREFIX,
            "service-account-file",
            "application default credentials",
            "the path of a JSON key of a service account",
            "Requests are those of this service account. Without it: `GOOGLE_APPLICATION_CREDENTIALS`, gcloud's own, or the "
                    + "machine's account, in that order, looked for at the first request.");
    static final BackendOption USER_PROJECT = BackendOption.open(
            PREFIX,
            "user-project",
            "none",
            "the id of a project",
            "Is billed for requests to a requester-pays bucket.");
    static final BackendOption CUSTOMER_KEY = BackendOption.secret(
            PREFIX,
            "customer-key",
            "32 bytes in Base64",
            "The key of objects that the store encrypted with a customer-supplied key; other objects cannot be read with it.");
    static final BackendOption MAX_CONNECTIONS = BackendOption.open(
            PREFIX,
            "max-connections",
            "`vectorio.max-concurrent-requests`",
            "a whole number of at least 1",
            "The size of the connection pool. A pool smaller than the request limit lowers the limit.");
    static final BackendOption CONNECT_TIMEOUT = BackendOption.connectTimeout(PREFIX);
    static final BackendOption MAX_IDLE_TIME = BackendOption.maxIdleTime(PREFIX);

    static final List<BackendOption> ALL = List.of(
            ENDPOINT,
            ANONYMOUS,
            SERVICE_ACCOUNT_FILE,
            USER_PROJECT,
            CUSTOMER_KEY,
            MAX_CONNECTIONS,
            CONNECT_TIMEOUT,
            MAX_IDLE_TIME);

    private GcsOption() {}
}
