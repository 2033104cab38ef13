package dev.vectorio.store.azure;

import java.util.Map;

/**
 * How the Azure dialect behaves.
 *
 * @param keysByAccount account keys in Base64 by account; signatures of the accounts named here are checked
 * @param anonymousAllowed whether requests without any authorization are served, as from a public container
 * @param hierarchicalNamespace whether directories exist of themselves, as Data Lake Storage has it
 */
public record AzureSettings(
        Map<String, String> keysByAccount, boolean anonymousAllowed, boolean hierarchicalNamespace) {
    /** The account that emulators have; addresses that begin with it belong to this dialect. */
    public static final String EMULATOR_ACCOUNT = "devstoreaccount1";

    public AzureSettings {
        keysByAccount = Map.copyOf(keysByAccount);
    }

    /** No signature checked, anonymous requests served, with directories. */
    public static AzureSettings defaults() {
        return new AzureSettings(Map.of(), true, true);
    }

    /** Checks signatures against these keys. */
    public AzureSettings withKeys(Map<String, String> byAccount) {
        return new AzureSettings(byAccount, anonymousAllowed, hierarchicalNamespace);
    }

    /** Serves or refuses requests without any authorization. */
    public AzureSettings withAnonymousAllowed(boolean allowed) {
        return new AzureSettings(keysByAccount, allowed, hierarchicalNamespace);
    }

    /** With or without directories that exist of themselves. */
    public AzureSettings withHierarchicalNamespace(boolean changed) {
        return new AzureSettings(keysByAccount, anonymousAllowed, changed);
    }

    /** Names the accounts and no key. */
    @Override
    public String toString() {
        return "AzureSettings[accounts=" + keysByAccount.keySet() + ", anonymousAllowed=" + anonymousAllowed
                + ", hierarchicalNamespace=" + hierarchicalNamespace + "]";
    }
}
