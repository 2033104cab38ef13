/** Ranges, planner, engine, buffers, options, events and the interface of backends; the engine itself is not exported. */
module dev.vectorio.core {
    requires io.netty.buffer;
    requires org.slf4j;
    requires jdk.jfr;
    requires static org.jspecify;

    exports dev.vectorio;
    exports dev.vectorio.buffer;
    exports dev.vectorio.event;
    exports dev.vectorio.local;
    exports dev.vectorio.model;
    exports dev.vectorio.plan;
    exports dev.vectorio.spi;

    uses dev.vectorio.spi.BackendProvider;

    provides dev.vectorio.spi.BackendProvider with
            dev.vectorio.local.LocalFileBackendProvider;
}
