package dev.vectorio.store.s3;

import dev.vectorio.store.object.Bucket;
import dev.vectorio.store.object.StoredObject;
import dev.vectorio.store.request.Answer;
import java.util.Map;
import java.util.Optional;

/** DeleteObject and DeleteObjects. */
final class Deletions {

    Answer one(S3Call call) {
        Bucket bucket = call.bucket();
        Optional<String> versionId = call.target().parameter("versionId");
        if (versionId.isPresent()) {
            bucket.deleteVersion(call.key(), versionId.get());
            return Answer.empty(204).withHeader("x-amz-version-id", versionId.get());
        }
        Optional<StoredObject> marker = bucket.delete(call.key());
        return marker.map(m -> Answer.empty(204)
                        .withHeader("x-amz-delete-marker", "true")
                        .withHeader("x-amz-version-id", m.versionId()))
                .orElse(Answer.empty(204));
    }

    Answer several(S3Call call) {
        Bucket bucket = call.bucket();
        byte[] document = call.document();
        boolean quiet =
                S3Xml.text(document, "Quiet").filter("true"::equalsIgnoreCase).isPresent();
        S3Xml xml = new S3Xml().root("DeleteResult");
        for (Map<String, String> named : S3Xml.children(document, "Object")) {
            String key = named.getOrDefault("Key", "");
            if (bucket.denies(key)) {
                xml.open("Error")
                        .element("Key", key)
                        .element("Code", "AccessDenied")
                        .element("Message", "Access Denied")
                        .close("Error");
                continue;
            }
            Optional<String> versionId = Optional.ofNullable(named.get("VersionId"));
            versionId.ifPresentOrElse(v -> bucket.deleteVersion(key, v), () -> bucket.delete(key));
            if (!quiet) {
                xml.open("Deleted").element("Key", key);
                versionId.ifPresent(v -> xml.element("VersionId", v));
                xml.close("Deleted");
            }
        }
        return xml.close("DeleteResult").answer(200);
    }
}
