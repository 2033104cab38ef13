package dev.vectorio.store.object;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Entity tags as S3 makes them: the MD5 of the content in hexadecimal digits. */
public final class EntityTags {
    private static final int STEP_BYTES = 1 << 20;

    private EntityTags() {}

    /** A digest that every Java platform has. */
    public static MessageDigest digest(String algorithm) {
        try {
            return MessageDigest.getInstance(algorithm);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("no " + algorithm + " on this platform", e);
        }
    }

    /** The MD5 of all bytes; of synthetic bytes, whose content follows from length and seed, the MD5 of those two. */
    public static String of(ByteSource bytes) {
        MessageDigest md5 = digest("MD5");
        if (bytes instanceof SyntheticBytes synthetic) {
            md5.update(synthetic.toString().getBytes(StandardCharsets.US_ASCII));
        } else {
            update(md5, bytes);
        }
        return HexFormat.of().formatHex(md5.digest());
    }

    /** Feeds all of {@code bytes} to {@code digest}. */
    public static void update(MessageDigest digest, ByteSource bytes) {
        for (long offset = 0; offset < bytes.length(); ) {
            ByteBuf view = bytes.view(offset, (int) Math.min(STEP_BYTES, bytes.length() - offset));
            offset += view.readableBytes();
            digest.update(view.nioBuffer());
            view.release();
        }
    }
}
