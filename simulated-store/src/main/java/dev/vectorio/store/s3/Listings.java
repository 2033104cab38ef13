package dev.vectorio.store.s3;

import dev.vectorio.store.object.Bucket;
import dev.vectorio.store.object.ListPage;
import dev.vectorio.store.object.ListQuery;
import dev.vectorio.store.object.StoredObject;
import dev.vectorio.store.request.Answer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** ListObjectsV2, ListObjects and ListObjectVersions. */
final class Listings {
    private static final int MOST_ENTRIES = 1000;

    Answer second(S3Call call) {
        Optional<String> token = call.target().parameter("continuation-token");
        String startAfter = call.target().parameter("start-after").orElse("");
        ListPage page = page(call, token.map(Listings::keyOf).orElse(startAfter));
        S3Xml xml = head(call, page);
        token.ifPresent(t -> xml.element("ContinuationToken", t));
        page.next().ifPresent(next -> xml.element("NextContinuationToken", tokenOf(next)));
        xml.element("KeyCount", page.objects().size() + page.commonPrefixes().size())
                .element("StartAfter", encoded(call, startAfter));
        boolean owner =
                call.target().parameter("fetch-owner").filter("true"::equals).isPresent();
        return entries(call, page, xml, owner);
    }

    Answer first(S3Call call) {
        String marker = call.target().parameter("marker").orElse("");
        ListPage page = page(call, marker);
        S3Xml xml = head(call, page).element("Marker", encoded(call, marker));
        page.next().ifPresent(next -> xml.element("NextMarker", encoded(call, next)));
        return entries(call, page, xml, true);
    }

    private static ListPage page(S3Call call, String after) {
        return call.bucket()
                .list(new ListQuery(
                        call.target().parameter("prefix").orElse(""),
                        call.target().parameter("delimiter").orElse(""),
                        after,
                        maxKeys(call)));
    }

    private static int maxKeys(S3Call call) {
        int asked = call.target().number("max-keys").orElse(MOST_ENTRIES);
        if (asked < 0) {
            throw S3Refusal.invalid("InvalidArgument", "Argument maxKeys must be an integer between 0 and 2147483647");
        }
        return Math.min(asked, MOST_ENTRIES);
    }

    private static S3Xml head(S3Call call, ListPage page) {
        S3Xml xml = new S3Xml()
                .root("ListBucketResult")
                .element("Name", call.target().bucket())
                .element(
                        "Prefix",
                        encoded(call, call.target().parameter("prefix").orElse("")))
                .element("MaxKeys", maxKeys(call))
                .element("IsTruncated", Boolean.toString(page.next().isPresent()));
        call.target().parameter("delimiter").ifPresent(d -> xml.element("Delimiter", encoded(call, d)));
        call.target().parameter("encoding-type").ifPresent(type -> xml.element("EncodingType", type));
        return xml;
    }

    private static Answer entries(S3Call call, ListPage page, S3Xml xml, boolean owner) {
        for (StoredObject object : page.objects()) {
            xml.open("Contents")
                    .element("Key", encoded(call, object.key()))
                    .element("LastModified", object.lastModified().toString())
                    .element("ETag", Conditions.quoted(object.etag()))
                    .element("Size", object.length())
                    .element("StorageClass", "STANDARD");
            if (owner) {
                owner(xml);
            }
            xml.close("Contents");
        }
        prefixes(call, page.commonPrefixes(), xml);
        return xml.close("ListBucketResult").answer(200);
    }

    private static void prefixes(S3Call call, List<String> prefixes, S3Xml xml) {
        for (String prefix : prefixes) {
            xml.open("CommonPrefixes").element("Prefix", encoded(call, prefix)).close("CommonPrefixes");
        }
    }

    static void owner(S3Xml xml) {
        xml.open("Owner")
                .element("ID", "simulated")
                .element("DisplayName", "simulated")
                .close("Owner");
    }

    /** Every version and delete marker under a prefix, in one page, newest of a key first. */
    Answer versions(S3Call call) {
        Bucket bucket = call.bucket();
        String prefix = call.target().parameter("prefix").orElse("");
        S3Xml xml = new S3Xml()
                .root("ListVersionsResult")
                .element("Name", bucket.name())
                .element("Prefix", encoded(call, prefix))
                .element("MaxKeys", MOST_ENTRIES)
                .element("IsTruncated", "false");
        call.target().parameter("encoding-type").ifPresent(type -> xml.element("EncodingType", type));
        for (String key : bucket.keys()) {
            List<StoredObject> versions = key.startsWith(prefix) ? bucket.versions(key) : List.of();
            for (int i = versions.size() - 1; i >= 0; i--) {
                version(call, versions.get(i), i == versions.size() - 1, xml);
            }
        }
        return xml.close("ListVersionsResult").answer(200);
    }

    private static void version(S3Call call, StoredObject version, boolean latest, S3Xml xml) {
        String element = version.deleteMarker() ? "DeleteMarker" : "Version";
        xml.open(element)
                .element("Key", encoded(call, version.key()))
                .element("VersionId", version.versionId())
                .element("IsLatest", Boolean.toString(latest))
                .element("LastModified", version.lastModified().toString());
        if (!version.deleteMarker()) {
            xml.element("ETag", Conditions.quoted(version.etag())).element("Size", version.length());
        }
        xml.close(element);
    }

    private static String encoded(S3Call call, String key) {
        boolean url =
                call.target().parameter("encoding-type").filter("url"::equals).isPresent();
        return url ? URLEncoder.encode(key, StandardCharsets.UTF_8).replace("%2F", "/") : key;
    }

    private static String tokenOf(String key) {
        return Base64.getUrlEncoder().encodeToString(key.getBytes(StandardCharsets.UTF_8));
    }

    private static String keyOf(String token) {
        try {
            return new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw S3Refusal.invalid("InvalidArgument", "The continuation token provided is incorrect");
        }
    }
}
