package dev.vectorio.adls;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpPipelineCallContext;
import com.azure.core.http.HttpPipelineNextPolicy;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.http.policy.HttpPipelinePolicy;
import java.net.MalformedURLException;
import java.net.URL;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;

/** Puts the product before the client's own name in the user agent, and the location's own signature into the query. */
final class RequestPolicy implements HttpPipelinePolicy {
    private static final String SAS = RequestPolicy.class.getName() + ".sas";

    private final String userAgent;

    RequestPolicy(String userAgent) {
        this.userAgent = userAgent;
    }

    /** What a request that carries its own signature has in its context. */
    static Context withSas(String sas) {
        return Context.of(SAS, sas);
    }

    @Override
    public Mono<HttpResponse> process(HttpPipelineCallContext context, HttpPipelineNextPolicy next) {
        HttpRequest request = context.getHttpRequest();
        String own = request.getHeaders().getValue(HttpHeaderName.USER_AGENT);
        request.setHeader(HttpHeaderName.USER_AGENT, own == null ? userAgent : userAgent + " " + own);
        Object sas = context.getData(SAS).orElse("");
        if (!sas.equals("")) {
            try {
                request.setUrl(signed(request.getUrl(), sas));
            } catch (MalformedURLException e) {
                return Mono.error(new IllegalArgumentException("the shared access signature is malformed"));
            }
        }
        return next.process();
    }

    private static URL signed(URL url, Object sas) throws MalformedURLException {
        return new URL(url + (url.getQuery() == null ? "?" : "&") + sas);
    }
}
