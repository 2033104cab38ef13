package dev.vectorio.adls;

import dev.vectorio.spi.BackendOption;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Function;

/** Between {@link AdlsOptions} and text. */
final class AdlsOptionReader {
    private AdlsOptionReader() {}

    /** Takes the keys it knows out of {@code given}. */
    static AdlsOptions read(Map<String, String> given) {
        Optional<Integer> connections = AdlsOption.MAX_CONNECTIONS.take(given, BackendOption::readCount);
        return new AdlsOptions(
                AdlsOption.ENDPOINT.take(given, BackendOption::readEndpoint),
                AdlsOption.ANONYMOUS.takeOr(given, BackendOption::readSwitch),
                AdlsOption.ACCOUNT_KEY.take(given, AdlsOption::readKey),
                takeAll(given, AdlsOption.ACCOUNT_KEY_OF, AdlsOption::readKey),
                AdlsOption.SAS_TOKEN.take(given, AdlsOption::readSas),
                takeAll(given, AdlsOption.SAS_TOKEN_OF, AdlsOption::readSas),
                connections.map(OptionalInt::of).orElse(OptionalInt.empty()),
                AdlsOption.CONNECT_TIMEOUT.takeOr(given, BackendOption::readTime),
                AdlsOption.MAX_IDLE_TIME.takeOr(given, BackendOption::readTime));
    }

    /** All that is set, secrets included: never printed as it is. */
    static Map<String, String> write(AdlsOptions options) {
        Map<String, String> all = new TreeMap<>();
        options.endpoint().ifPresent(uri -> all.put(AdlsOption.ENDPOINT.key(), uri.toString()));
        all.put(AdlsOption.ANONYMOUS.key(), Boolean.toString(options.anonymous()));
        options.accountKey().ifPresent(key -> all.put(AdlsOption.ACCOUNT_KEY.key(), key));
        options.accountKeys()
                .forEach((account, key) -> all.put(AdlsOption.keyOf(AdlsOption.ACCOUNT_KEY_OF, account), key));
        options.sasToken().ifPresent(sas -> all.put(AdlsOption.SAS_TOKEN.key(), sas));
        options.sasTokens().forEach((account, sas) -> all.put(AdlsOption.keyOf(AdlsOption.SAS_TOKEN_OF, account), sas));
        options.maxConnections().ifPresent(n -> all.put(AdlsOption.MAX_CONNECTIONS.key(), Integer.toString(n)));
        all.put(AdlsOption.CONNECT_TIMEOUT.key(), options.connectTimeout().toString());
        all.put(AdlsOption.MAX_IDLE_TIME.key(), options.maxIdleTime().toString());
        return all;
    }

    /** True for a key whose value no text may hold. */
    static boolean isSecret(String key) {
        return AdlsOption.ALL.stream()
                .filter(BackendOption::secret)
                .anyMatch(option ->
                        key.equals(option.key()) || account(option, key).isPresent());
    }

    private static Map<String, String> takeAll(
            Map<String, String> given, BackendOption option, Function<String, String> reader) {
        Map<String, String> byAccount = new TreeMap<>();
        given.forEach((key, text) ->
                account(option, key).ifPresent(account -> byAccount.put(account, option.read(key, text, reader))));
        byAccount.keySet().forEach(account -> given.remove(AdlsOption.keyOf(option, account)));
        return byAccount;
    }

    private static Optional<String> account(BackendOption option, String key) {
        String before = option.key().replace(AdlsOption.PER_ACCOUNT, ".");
        boolean fits = option.name().endsWith(AdlsOption.PER_ACCOUNT)
                && key.startsWith(before)
                && key.substring(before.length()).matches("[a-z0-9]{3,24}");
        return fits ? Optional.of(key.substring(before.length())) : Optional.empty();
    }
}
