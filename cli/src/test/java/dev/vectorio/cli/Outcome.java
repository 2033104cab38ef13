package dev.vectorio.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

/** What a run of the command left. */
record Outcome(int code, String out, String err) {
    private static final ObjectMapper STRICT =
            new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    /** Runs the command in this process, as nobody watches it. */
    static Outcome of(List<String> arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Vio.run(
                arguments.toArray(new String[0]), new PrintWriter(out, true), new PrintWriter(err, true), false);
        return new Outcome(code, out.toString(), err.toString());
    }

    static Outcome of(String... arguments) {
        return of(List.of(arguments));
    }

    /** The one object on standard output of a run that went well. */
    JsonNode json() throws JsonProcessingException {
        assertThat(code).as("%s%s", out, err).isZero();
        assertThat(err).isEmpty();
        JsonNode json = STRICT.readTree(out);
        assertThat(json.isObject()).isTrue();
        return json;
    }

    /** Nothing printed holds this text. */
    void assertHides(String secret) {
        assertThat(out).doesNotContain(secret);
        assertThat(err).doesNotContain(secret);
    }

    /** Fails with this code and exactly one line, which holds these texts. */
    void assertFails(int expectedCode, String... texts) {
        assertThat(code).as("%s%s", out, err).isEqualTo(expectedCode);
        assertThat(out).isEmpty();
        assertThat(err.lines()).hasSize(1);
        assertThat(err).startsWith("vio: ");
        for (String text : texts) {
            assertThat(err).contains(text);
        }
    }
}
