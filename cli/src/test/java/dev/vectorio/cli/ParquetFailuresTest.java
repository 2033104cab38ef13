package dev.vectorio.cli;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vectorio.model.ObjectLocation;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class ParquetFailuresTest {
    @Test
    void aCodecThatIsMissingNamesTheFile() {
        ObjectLocation file = ObjectLocation.parse("s3://lake/old.parquet");
        assertThatThrownBy(() -> ParquetFailures.naming(file, () -> {
                    throw new NoClassDefFoundError("net/jpountz/lz4/LZ4Factory");
                }))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll("s3://lake/old.parquet", "net/jpountz/lz4/LZ4Factory");
    }
}
