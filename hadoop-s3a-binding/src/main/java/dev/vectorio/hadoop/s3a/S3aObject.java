package dev.vectorio.hadoop.s3a;

import dev.vectorio.hadoop.StreamOpener;
import dev.vectorio.model.KnownObject;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectVersion;
import dev.vectorio.parquet.FileToRead.Pattern;
import java.util.Optional;
import org.apache.hadoop.fs.s3a.S3AInputPolicy;
import org.apache.hadoop.fs.s3a.S3ObjectAttributes;
import org.apache.hadoop.fs.s3a.impl.streams.ObjectReadParameters;

/**
 * The object of one stream, as S3A knows it: from a HEAD or a listing with length and ETag, or with a declared length alone,
 * which may be wrong.
 *
 * @param parameters what S3A hands over
 * @param etag with its quotes, if S3A knows it
 */
record S3aObject(ObjectReadParameters parameters, Optional<ObjectVersion> etag) {
    static S3aObject of(ObjectReadParameters parameters) {
        String etag = parameters.getObjectAttributes().getETag();
        return new S3aObject(
                parameters,
                etag == null || etag.isEmpty()
                        ? Optional.empty()
                        : Optional.of(ObjectVersion.etag(etag.startsWith("\"") ? etag : '"' + etag + '"')));
    }

    StreamOpener.Opening opening() {
        return new StreamOpener.Opening(
                parameters.getObjectAttributes().getPath().toString(),
                known(),
                etag.map(tag -> known()),
                pattern(),
                executor -> new S3aRequests(parameters, executor),
                engine -> new S3aCounts(parameters));
    }

    private KnownObject known() {
        S3ObjectAttributes attributes = parameters.getObjectAttributes();
        KnownObject object = KnownObject.at(new ObjectLocation("s3a", attributes.getBucket(), attributes.getKey()));
        return etag.isPresent()
                ? object.withLength(attributes.getLen()).withVersion(etag.get())
                : object.withLengthHint(attributes.getLen());
    }

    private Pattern pattern() {
        S3AInputPolicy policy = parameters.getContext().getInputPolicy();
        return switch (policy) {
            case Random -> Pattern.RANDOM;
            case Sequential -> Pattern.SEQUENTIAL;
            default -> Pattern.ADAPTIVE;
        };
    }
}
