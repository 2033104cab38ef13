package dev.vectorio.cli.values;

import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.PrimitiveConverter;

/** Stands wherever parquet-java wants a converter that nobody calls: values are taken from the column readers. */
final class NoConverter extends GroupConverter {
    private static final PrimitiveConverter LEAF = new PrimitiveConverter() {};

    @Override
    public Converter getConverter(int fieldIndex) {
        return this;
    }

    @Override
    public PrimitiveConverter asPrimitiveConverter() {
        return LEAF;
    }

    @Override
    public void start() {}

    @Override
    public void end() {}
}
