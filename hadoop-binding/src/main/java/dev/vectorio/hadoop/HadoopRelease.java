package dev.vectorio.hadoop;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A release of Hadoop.
 *
 * @param major first number
 * @param minor second number
 * @param patch third number
 */
record HadoopRelease(int major, int minor, int patch) {
    /** The first release whose vectored reads have today's rules, and whose statistics are the ones used here. */
    static final HadoopRelease OLDEST = new HadoopRelease(3, 4, 1);

    private static final Pattern FORM = Pattern.compile("(\\d{1,4})\\.(\\d{1,4})\\.(\\d{1,4})(?:[.-].*)?");

    /** Reads {@code 3.4.1} and vendors' forms such as {@code 3.4.1-build-7}; what has no three numbers counts as old. */
    static HadoopRelease of(String text) {
        Matcher m = FORM.matcher(text.strip());
        return m.matches()
                ? new HadoopRelease(
                        Integer.parseInt(m.group(1)), Integer.parseInt(m.group(2)), Integer.parseInt(m.group(3)))
                : new HadoopRelease(0, 0, 0);
    }

    /** True from {@link #OLDEST} on. */
    boolean isSupported() {
        if (major != OLDEST.major) {
            return major > OLDEST.major;
        }
        return minor != OLDEST.minor ? minor > OLDEST.minor : patch >= OLDEST.patch;
    }

    @Override
    public String toString() {
        return major + "." + minor + "." + patch;
    }
}
