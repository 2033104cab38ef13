package dev.vectorio.adls;

import com.azure.core.http.HttpPipelineCallContext;
import com.azure.core.http.HttpPipelineNextPolicy;
import com.azure.core.http.HttpResponse;
import com.azure.core.http.policy.HttpPipelinePolicy;
import reactor.core.publisher.Mono;

/**
 * Shows a transfer its answer as the HTTP client gave it. The download call hands out the body inside a flux that would
 * resume it; that flux, told to resume nothing, still logs an error for every body that is cut. A refusal is cut short.
 */
final class AnswerPolicy implements HttpPipelinePolicy {
    @Override
    public Mono<HttpResponse> process(HttpPipelineCallContext context, HttpPipelineNextPolicy next) {
        Object transfer = context.getData(BlobTransfer.KEY).orElse("");
        Mono<HttpResponse> answer = next.process().map(ShortError::of);
        return transfer instanceof BlobTransfer known ? answer.doOnNext(known::arrived) : answer;
    }
}
