package dev.vectorio.s3;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.stubbing.Scenario;
import com.github.tomakehurst.wiremock.stubbing.ServeEvent;
import com.github.tomakehurst.wiremock.verification.LoggedRequest;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.spi.GetRange;
import dev.vectorio.spi.GetRequest;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A server that answers what a test has written down, in order, and keeps what it was asked. */
final class ScriptedS3 implements AutoCloseable {
    static final ObjectLocation LOCATION = new ObjectLocation("s3", "bucket", "folder/key");
    static final GetRequest GET = new GetRequest(LOCATION, GetRange.of(ByteRange.of(10, 4)), Optional.empty());
    static final String BODY = "body";

    private final WireMockServer server =
            new WireMockServer(WireMockConfiguration.options().dynamicPort().bindAddress("127.0.0.1"));

    ScriptedS3() {
        server.start();
    }

    S3Options options() {
        return S3Options.defaults()
                .withEndpoint(URI.create("http://127.0.0.1:" + server.port()))
                .withPathStyle(true)
                .withKeys("AKIDEXAMPLE", "scripted-secret");
    }

    /** The answers to the next requests; the last one stays. */
    void answers(ResponseDefinitionBuilder... answers) {
        server.resetAll();
        for (int i = 0; i < answers.length; i++) {
            boolean last = i == answers.length - 1;
            server.stubFor(any(anyUrl())
                    .inScenario("script")
                    .whenScenarioStateIs(i == 0 ? Scenario.STARTED : "step-" + i)
                    .willReturn(answers[i])
                    .willSetStateTo("step-" + (last ? i : i + 1)));
        }
        if (answers.length == 1) {
            server.resetMappings();
            server.stubFor(any(anyUrl()).willReturn(answers[0]));
        }
    }

    /** What came, oldest first. */
    List<LoggedRequest> requests() {
        List<LoggedRequest> newestFirst = server.getAllServeEvents().stream()
                .map(ServeEvent::getRequest)
                .collect(Collectors.toCollection(ArrayList::new));
        Collections.reverse(newestFirst);
        return newestFirst;
    }

    /** A good answer to {@link #GET}. */
    static ResponseDefinitionBuilder served() {
        return aResponse()
                .withStatus(206)
                .withHeader("Content-Range", "bytes 10-13/20")
                .withHeader("ETag", "\"v1\"")
                .withHeader("x-amz-request-id", "R1")
                .withBody(BODY);
    }

    /** A refusal as S3 writes it. */
    static ResponseDefinitionBuilder refused(int status, String code) {
        return refused(status, code, "");
    }

    /** A refusal with more elements in its body. */
    static ResponseDefinitionBuilder refused(int status, String code, String more) {
        return aResponse()
                .withStatus(status)
                .withHeader("x-amz-request-id", "R2")
                .withHeader("Content-Type", "application/xml")
                .withBody("<?xml version=\"1.0\" encoding=\"UTF-8\"?><Error><Code>" + code
                        + "</Code><Message>as the script says</Message>" + more + "<RequestId>R2</RequestId></Error>");
    }

    @Override
    public void close() {
        server.stop();
    }
}
