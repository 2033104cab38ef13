package dev.vectorio.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.crypto.ColumnDecryptionProperties;
import org.apache.parquet.crypto.ColumnEncryptionProperties;
import org.apache.parquet.crypto.FileDecryptionProperties;
import org.apache.parquet.crypto.FileEncryptionProperties;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.filter2.predicate.FilterApi;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.schema.MessageType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class EncryptedFilesTest {
    private static final byte[] FOOTER_KEY = "0123456789012345".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] COLUMN_KEY = "1234567890123450".getBytes(StandardCharsets.US_ASCII);
    private static final ColumnPath SECRET = ColumnPath.get("c5");

    private static byte[] file(boolean plaintextFooter) throws IOException {
        FileEncryptionProperties.Builder properties = FileEncryptionProperties.builder(FOOTER_KEY)
                .withEncryptedColumns(Map.of(
                        SECRET,
                        ColumnEncryptionProperties.builder(SECRET)
                                .withKey(COLUMN_KEY)
                                .build()));
        if (plaintextFooter) {
            properties.withPlaintextFooter();
        }
        return TestFiles.rows(10_000, writer -> writer.withEncryption(properties.build()));
    }

    private static ParquetReadOptions.Builder withKeys() {
        return ParquetReadOptions.builder()
                .withDecryption(FileDecryptionProperties.builder()
                        .withFooterKey(FOOTER_KEY)
                        .withColumnKeys(Map.of(
                                SECRET,
                                ColumnDecryptionProperties.builder(SECRET)
                                        .withKey(COLUMN_KEY)
                                        .build()))
                        .build());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void withKeysTheValuesAreRightInTwoRounds(boolean plaintextFooter) throws IOException {
        byte[] file = file(plaintextFooter);
        MessageType projection = TestFiles.projection("id", "c5");
        try (TestStore store = TestStore.ranged(file)) {
            ParquetReadOptions options = withKeys().build();
            ParquetFileReader reader = VectorIoParquet.open(store.io, store.known(), options, Optional.of(projection));
            assertThat(Values.of(reader, projection, options))
                    .isEqualTo(Values.expected(file, projection, withKeys().build()));
            assertThat(store.io.stats().rounds()).isLessThanOrEqualTo(2);
            store.assertNoByteTwice();
        }
        try (TestStore store = TestStore.ranged(file)) {
            ParquetReadOptions options = withKeys().build();
            ParquetFileReader reader = ParquetFileReader.open(new VectorIoInputFile(store.io, store.known()), options);
            assertThat(Values.of(reader, projection, options))
                    .isEqualTo(Values.expected(file, projection, withKeys().build()));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void filtersReadEncryptedIndexesInOneRound(boolean plaintextFooter) throws IOException {
        byte[] file = file(plaintextFooter);
        MessageType projection = TestFiles.projection("id", "c5", "odd");
        FilterCompat.Filter filter = FilterCompat.get(FilterApi.lt(FilterApi.longColumn("odd"), 8_000L));
        try (TestStore store = TestStore.ranged(file)) {
            ParquetReadOptions options = withKeys().withRecordFilter(filter).build();
            ParquetFileReader reader = VectorIoParquet.open(store.io, store.known(), options, Optional.of(projection));
            assertThat(Values.of(reader, projection, options))
                    .isNotEmpty()
                    .isEqualTo(Values.expected(
                            file,
                            projection,
                            withKeys().withRecordFilter(filter).build()));
            assertThat(store.io.stats().rounds()).isLessThanOrEqualTo(3);
        }
    }

    @Test
    void withoutKeysAnEncryptedFooterIsAClearError() throws IOException {
        try (TestStore store = TestStore.ranged(file(false))) {
            assertThatThrownBy(() -> VectorIoParquet.open(
                            store.io,
                            store.known(),
                            ParquetReadOptions.builder().build(),
                            Optional.empty()))
                    .isInstanceOf(ParquetLayoutException.class)
                    .hasMessageContainingAll(TestStore.LOCATION.toString(), "encrypted", "no keys");
        }
    }

    @Test
    void withAPlaintextFooterTheOtherColumnsAreReadableWithoutKeys() throws IOException {
        byte[] file = file(true);
        ParquetReadOptions plain = ParquetReadOptions.builder().build();
        MessageType open = TestFiles.projection("id", "c1");
        try (TestStore store = TestStore.ranged(file)) {
            ParquetFileReader reader = VectorIoParquet.open(store.io, store.known(), plain, Optional.of(open));
            assertThat(Values.of(reader, open, plain)).isEqualTo(Values.expected(file, open, plain));
            MessageType secret = TestFiles.projection("c5");
            assertThatThrownBy(() -> Values.of(
                            VectorIoParquet.open(store.io, store.known(), plain, Optional.of(secret)), secret, plain))
                    .isInstanceOf(ParquetLayoutException.class)
                    .hasMessageContainingAll(TestStore.LOCATION.toString(), "c5", "encrypted");
        }
    }

    @Test
    void withAWrongKeyTheErrorNamesTheFile() throws IOException {
        try (TestStore store = TestStore.ranged(file(false))) {
            ParquetReadOptions wrong = ParquetReadOptions.builder()
                    .withDecryption(FileDecryptionProperties.builder()
                            .withFooterKey(COLUMN_KEY)
                            .build())
                    .build();
            assertThatThrownBy(() -> VectorIoParquet.open(store.io, store.known(), wrong, Optional.empty()))
                    .isInstanceOf(ParquetLayoutException.class)
                    .hasMessageContaining(TestStore.LOCATION.toString());
        }
    }
}
