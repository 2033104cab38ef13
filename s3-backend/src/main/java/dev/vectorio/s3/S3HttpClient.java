package dev.vectorio.s3;

/** Which HTTP client carries the requests. */
public enum S3HttpClient {
    /** The SDK's client on Netty: runs wherever Java does. */
    NETTY,
    /** The client of the AWS common runtime, in native code: costs less processor time. The default. */
    CRT
}
