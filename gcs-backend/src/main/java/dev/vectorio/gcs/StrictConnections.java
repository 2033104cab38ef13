package dev.vectorio.gcs;

import org.apache.http.HttpResponse;
import org.apache.http.HttpResponseFactory;
import org.apache.http.config.MessageConstraints;
import org.apache.http.config.Registry;
import org.apache.http.config.RegistryBuilder;
import org.apache.http.conn.socket.ConnectionSocketFactory;
import org.apache.http.conn.socket.PlainConnectionSocketFactory;
import org.apache.http.conn.ssl.SSLConnectionSocketFactory;
import org.apache.http.impl.conn.DefaultHttpResponseParser;
import org.apache.http.impl.conn.DefaultHttpResponseParserFactory;
import org.apache.http.impl.conn.ManagedHttpClientConnectionFactory;
import org.apache.http.impl.conn.PoolingHttpClientConnectionManager;
import org.apache.http.io.HttpMessageParser;
import org.apache.http.io.SessionInputBuffer;
import org.apache.http.util.CharArrayBuffer;

/**
 * Connections on which an answer begins with its status line. The client's own look for one behind whatever else comes:
 * what an answer that was too long has left on a connection would join the next one's status line, which then never comes.
 */
final class StrictConnections {
    private StrictConnections() {}

    /** A pool of so many connections; closed with the client that it is given to. */
    static PoolingHttpClientConnectionManager pool(int size) {
        Registry<ConnectionSocketFactory> sockets = RegistryBuilder.<ConnectionSocketFactory>create()
                .register("http", PlainConnectionSocketFactory.getSocketFactory())
                .register("https", SSLConnectionSocketFactory.getSocketFactory())
                .build();
        PoolingHttpClientConnectionManager pool = new PoolingHttpClientConnectionManager(
                sockets, new ManagedHttpClientConnectionFactory(null, new Parsers()));
        pool.setMaxTotal(size);
        pool.setDefaultMaxPerRoute(size);
        return pool;
    }

    private static final class Parsers extends DefaultHttpResponseParserFactory {
        @Override
        public HttpMessageParser<HttpResponse> create(SessionInputBuffer buffer, MessageConstraints constraints) {
            return new Parser(buffer, constraints);
        }
    }

    private static final class Parser extends DefaultHttpResponseParser {
        Parser(SessionInputBuffer buffer, MessageConstraints constraints) {
            super(buffer, null, (HttpResponseFactory) null, constraints);
        }

        @Override
        protected boolean reject(CharArrayBuffer line, int count) {
            return true;
        }
    }
}
