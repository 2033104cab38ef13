package dev.vectorio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vectorio.model.ObjectLocation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocationPasswordTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "s3://AKIA:PLANTED@bucket/key",
                "s3://AKIA:PLANTED@bucket",
                "https://user:PLANTED@account.blob.core.windows.net/container/blob?sig=PLANTED",
                "gs://user:PLANTED@bucket/"
            })
    void refusesCredentialsInALocationWithoutRepeatingThem(String text) {
        assertThatThrownBy(() -> ObjectLocation.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("carries no credentials")
                .satisfies(e -> assertThat(e.toString()).doesNotContain("PLANTED"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"gs://b b/k", "s3://bucket\n/k", "abfs://data @account.dfs.core.windows.net/k", "s3://\u0000/k"})
    void refusesBlanksInTheNameOfABucketOrContainer(String text) {
        assertThatThrownBy(() -> ObjectLocation.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("with a blank in its name");
    }

    @Test
    void takesContainersAndPorts() {
        assertThat(ObjectLocation.parse("abfss://data@account.dfs.core.windows.net:8443/a")
                        .authority())
                .isEqualTo("data@account.dfs.core.windows.net:8443");
    }
}
