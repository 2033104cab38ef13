package dev.vectorio.adls;

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
        Optional<Integer> connections = take(given, AdlsOption.MAX_CONNECTIONS, AdlsOption::readCount);
        return new AdlsOptions(
                take(given, AdlsOption.ENDPOINT, AdlsOption::readEndpoint),
                takeOr(given, AdlsOption.ANONYMOUS, AdlsOption::readSwitch),
                take(given, AdlsOption.ACCOUNT_KEY, AdlsOption::readKey),
                takeAll(given, AdlsOption.ACCOUNT_KEY_OF, AdlsOption::readKey),
                take(given, AdlsOption.SAS_TOKEN, AdlsOption::readSas),
                takeAll(given, AdlsOption.SAS_TOKEN_OF, AdlsOption::readSas),
                connections.map(OptionalInt::of).orElse(OptionalInt.empty()),
                takeOr(given, AdlsOption.CONNECT_TIMEOUT, AdlsOption::readTime),
                takeOr(given, AdlsOption.MAX_IDLE_TIME, AdlsOption::readTime));
    }

    /** All that is set, secrets included: never printed as it is. */
    static Map<String, String> write(AdlsOptions options) {
        Map<String, String> all = new TreeMap<>();
        options.endpoint().ifPresent(uri -> all.put(AdlsOption.ENDPOINT.key(), uri.toString()));
        all.put(AdlsOption.ANONYMOUS.key(), Boolean.toString(options.anonymous()));
        options.accountKey().ifPresent(key -> all.put(AdlsOption.ACCOUNT_KEY.key(), key));
        options.accountKeys().forEach((account, key) -> all.put(AdlsOption.ACCOUNT_KEY_OF.key(account), key));
        options.sasToken().ifPresent(sas -> all.put(AdlsOption.SAS_TOKEN.key(), sas));
        options.sasTokens().forEach((account, sas) -> all.put(AdlsOption.SAS_TOKEN_OF.key(account), sas));
        options.maxConnections().ifPresent(n -> all.put(AdlsOption.MAX_CONNECTIONS.key(), Integer.toString(n)));
        all.put(AdlsOption.CONNECT_TIMEOUT.key(), options.connectTimeout().toString());
        all.put(AdlsOption.MAX_IDLE_TIME.key(), options.maxIdleTime().toString());
        return all;
    }

    /** True for a key whose value no text may hold. */
    static boolean isSecret(String key) {
        return AdlsOption.ALL.stream()
                .filter(AdlsOption::secret)
                .anyMatch(option ->
                        key.equals(option.key()) || account(option, key).isPresent());
    }

    private static <T> Optional<T> take(Map<String, String> given, AdlsOption option, Function<String, T> reader) {
        return Optional.ofNullable(given.remove(option.key())).map(text -> option.read(option.key(), text, reader));
    }

    private static <T> T takeOr(Map<String, String> given, AdlsOption option, Function<String, T> reader) {
        return take(given, option, reader).orElseGet(() -> reader.apply(option.initialValue()));
    }

    private static Map<String, String> takeAll(
            Map<String, String> given, AdlsOption option, Function<String, String> reader) {
        Map<String, String> byAccount = new TreeMap<>();
        given.forEach((key, text) ->
                account(option, key).ifPresent(account -> byAccount.put(account, option.read(key, text, reader))));
        byAccount.keySet().forEach(account -> given.remove(option.key(account)));
        return byAccount;
    }

    private static Optional<String> account(AdlsOption option, String key) {
        String before = option.key().replace(AdlsOption.PER_ACCOUNT, ".");
        boolean fits = option.name().endsWith(AdlsOption.PER_ACCOUNT)
                && key.startsWith(before)
                && key.substring(before.length()).matches("[a-z0-9]{3,24}");
        return fits ? Optional.of(key.substring(before.length())) : Optional.empty();
    }
}
