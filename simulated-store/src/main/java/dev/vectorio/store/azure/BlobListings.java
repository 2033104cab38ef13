package dev.vectorio.store.azure;

import dev.vectorio.store.object.ListPage;
import dev.vectorio.store.object.ListQuery;
import dev.vectorio.store.object.StoredObject;
import dev.vectorio.store.request.Answer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;

/** List Blobs, flat and by hierarchy. */
final class BlobListings {
    /** Reference, "List Blobs": at most 5,000 entries. */
    static final int MOST_ENTRIES = 5000;

    Answer blobs(AzureCall call) {
        AzureTarget target = call.target();
        String prefix = target.parameter("prefix").orElse("");
        String delimiter = target.parameter("delimiter").orElse("");
        String marker = target.parameter("marker").orElse("");
        int most = most(target.number("maxresults").orElse((long) MOST_ENTRIES));
        ListPage page = call.container().list(new ListQuery(prefix, delimiter, after(marker), most));
        AzureXml xml = new AzureXml()
                .open(
                        "EnumerationResults",
                        "ServiceEndpoint",
                        "http://" + call.header("Host").orElse("") + "/" + target.account(),
                        "ContainerName",
                        target.container());
        xml.element("Prefix", prefix).element("Marker", marker).element("MaxResults", most);
        if (!delimiter.isEmpty()) {
            xml.element("Delimiter", delimiter);
        }
        xml.open("Blobs");
        boolean metadata = target.parameter("include").orElse("").contains("metadata");
        page.objects().forEach(blob -> blob(call, xml, blob, metadata));
        page.commonPrefixes()
                .forEach(p -> xml.open("BlobPrefix").element("Name", p).close("BlobPrefix"));
        return xml.close("Blobs")
                .element("NextMarker", page.next().map(BlobListings::marker).orElse(""))
                .close("EnumerationResults")
                .answer(200);
    }

    static int most(long asked) {
        if (asked < 1) {
            throw AzureRefusal.invalid(
                    "OutOfRangeQueryParameterValue",
                    "One of the query parameters specified in the request URI is outside the permissible range.");
        }
        return (int) Math.min(asked, MOST_ENTRIES);
    }

    private static void blob(AzureCall call, AzureXml xml, StoredObject blob, boolean metadata) {
        Map<String, String> system = blob.attributes().system();
        String modified = BlobTags.httpDate(blob.lastModified());
        xml.open("Blob").element("Name", blob.key());
        if (!blob.versionId().equals("null")) {
            xml.element("VersionId", blob.versionId()).element("IsCurrentVersion", "true");
        }
        xml.open("Properties")
                .element("Creation-Time", modified)
                .element("Last-Modified", modified)
                .element("Etag", BlobTags.of(blob));
        if (call.settings().hierarchicalNamespace()) {
            boolean folder = blob.attributes().user().containsKey(BlobReads.FOLDER_MARK);
            xml.element("ResourceType", folder ? "directory" : "file");
        }
        xml.element("Content-Length", blob.length())
                .element("Content-Type", system.getOrDefault("content-type", "application/octet-stream"))
                .element("Content-Encoding", system.getOrDefault("content-encoding", ""))
                .element("Content-MD5", blob.attributes().checksums().getOrDefault(BlobReads.MD5, ""))
                .element("BlobType", "BlockBlob")
                .element("AccessTier", system.getOrDefault(BlobReads.TIER, "Hot"))
                .element("LeaseStatus", "unlocked")
                .element("LeaseState", "available")
                .element("ServerEncrypted", "true")
                .close("Properties");
        if (metadata) {
            xml.open("Metadata");
            blob.attributes().user().forEach(xml::element);
            xml.close("Metadata");
        }
        xml.close("Blob");
    }

    /** Markers are opaque to clients. */
    static String marker(String key) {
        return Base64.getUrlEncoder().encodeToString(key.getBytes(StandardCharsets.UTF_8));
    }

    static String after(String marker) {
        try {
            return new String(Base64.getUrlDecoder().decode(marker), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw AzureRefusal.invalid(
                    "InvalidQueryParameterValue", "Value for one of the query parameters is invalid.");
        }
    }
}
