package dev.vectorio.peers.worker;

/** Who turns bytes into values. Peers are compared by one and the same reader only. */
public enum Reader {
    /** parquet-java's column readers, one column after another. */
    COLUMNS,
    /** Iceberg's generics reader, row by row. */
    ROWS,
    /** Iceberg's Arrow reader, batch by batch. */
    ARROW,
    /** parquet-java, which fetches everything and decodes nothing: what the bytes alone cost. */
    FETCH,
    /** Opens each file and looks at its footer, nothing more. */
    FOOTER
}
