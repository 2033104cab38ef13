package dev.vectorio.store.s3;

import dev.vectorio.store.object.Bucket;
import dev.vectorio.store.request.Answer;

/** What clients ask about buckets. */
final class BucketCalls {

    Answer create(S3Call call) {
        call.catalog().createBucket(call.target().bucket());
        return Answer.empty(200).withHeader("Location", "/" + call.target().bucket());
    }

    Answer head(S3Call call) {
        return Answer.empty(200)
                .withHeader("x-amz-bucket-region", call.bucket().settings().region())
                .headOnly();
    }

    Answer delete(S3Call call) {
        Bucket bucket = call.bucket();
        if (!bucket.isEmpty()) {
            throw new S3Refusal(409, "BucketNotEmpty", "The bucket you tried to delete is not empty");
        }
        call.catalog().deleteBucket(bucket.name());
        return Answer.empty(204);
    }

    Answer list(S3Call call) {
        S3Xml xml = new S3Xml().root("ListAllMyBucketsResult");
        Listings.owner(xml);
        xml.open("Buckets");
        for (Bucket bucket : call.catalog().buckets()) {
            xml.open("Bucket")
                    .element("Name", bucket.name())
                    .element("CreationDate", "2024-01-01T00:00:00.000Z")
                    .close("Bucket");
        }
        return xml.close("Buckets").close("ListAllMyBucketsResult").answer(200);
    }

    /** The region; the first region of all has no name here, as S3 has it. */
    Answer location(S3Call call) {
        String region = call.bucket().settings().region();
        S3Xml xml = new S3Xml().root("LocationConstraint");
        if (!region.equals("us-east-1")) {
            xml.text(region);
        }
        return xml.close("LocationConstraint").answer(200);
    }

    Answer versioning(S3Call call) {
        S3Xml xml = new S3Xml().root("VersioningConfiguration");
        if (call.bucket().settings().versioned()) {
            xml.element("Status", "Enabled");
        }
        return xml.close("VersioningConfiguration").answer(200);
    }

    Answer setVersioning(S3Call call) {
        Bucket bucket = call.bucket();
        boolean enabled =
                S3Xml.text(call.document(), "Status").filter("Enabled"::equals).isPresent();
        bucket.settings(bucket.settings().withVersioned(enabled));
        return Answer.empty(200);
    }

    /** The owner may do everything. */
    Answer acl(S3Call call) {
        call.bucket();
        S3Xml xml = new S3Xml().root("AccessControlPolicy");
        Listings.owner(xml);
        return xml.open("AccessControlList")
                .close("AccessControlList")
                .close("AccessControlPolicy")
                .answer(200);
    }

    /** What a bucket without that configuration answers. */
    Answer absent(S3Call call, String code) {
        call.bucket();
        throw new S3Refusal(404, code, "The bucket has no such configuration");
    }
}
