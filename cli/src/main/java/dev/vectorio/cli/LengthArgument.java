package dev.vectorio.cli;

import dev.vectorio.model.KnownObject;
import dev.vectorio.model.ObjectLocation;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** What the caller knows of the object's length. */
final class LengthArgument {
    @Option(
            names = "--length",
            paramLabel = "BYTES",
            converter = Bytes.class,
            description = "Length of the object, if it is known; a wrong one is found out.")
    Optional<Long> length = Optional.empty();

    /** The object with what is known of it. */
    KnownObject known(ObjectLocation location) {
        KnownObject object = KnownObject.at(location);
        return length.map(object::withLengthHint).orElse(object);
    }

    /** A number of bytes. */
    static final class Bytes implements ITypeConverter<Long> {
        @Override
        public Long convert(String text) {
            if (!text.matches("\\d{1,18}")) {
                throw new TypeConversionException("'" + text + "' is not a number of bytes");
            }
            return Long.valueOf(text);
        }
    }
}
