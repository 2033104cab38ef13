package dev.vectorio.store.azure;

import dev.vectorio.store.object.Bucket;
import dev.vectorio.store.request.Answer;
import java.time.Instant;

/** What clients ask about containers (file systems) and the account. */
final class ContainerCalls {

    /** Reference, "Create Container": 201, or 409 where it exists. */
    Answer create(AzureCall call) {
        String name = call.target().container();
        if (call.catalog().bucket(name).isPresent()) {
            throw call.target().dataLake()
                    ? new AzureRefusal(409, "FilesystemAlreadyExists", "The specified filesystem already exists.")
                    : new AzureRefusal(409, "ContainerAlreadyExists", "The specified container already exists.");
        }
        call.catalog().createBucket(name);
        return properties(call);
    }

    /** 201 after a creation, 200 as an answer to a question. */
    Answer properties(AzureCall call) {
        call.container();
        boolean created = call.head().method().equals("PUT") && !call.target().has("comp");
        Answer answer = Answer.empty(created ? 201 : 200)
                .withHeader("ETag", "\"0x8%014X\"".formatted((long)
                                call.target().container().hashCode()))
                .withHeader("Last-Modified", BlobTags.httpDate(Instant.EPOCH))
                .withHeader("x-ms-lease-status", "unlocked")
                .withHeader("x-ms-lease-state", "available");
        String hierarchical = Boolean.toString(call.settings().hierarchicalNamespace());
        return call.target().dataLake() ? answer.withHeader("x-ms-namespace-enabled", hierarchical) : answer;
    }

    /** Reference, "Delete Container": 202, with all its blobs. */
    Answer delete(AzureCall call) {
        Bucket container = call.container();
        call.catalog().deleteBucket(container.name());
        return Answer.empty(202);
    }

    Answer list(AzureCall call) {
        String prefix = call.target().parameter("prefix").orElse("");
        AzureXml xml = new AzureXml()
                .open("EnumerationResults")
                .element("Prefix", prefix)
                .open("Containers");
        for (Bucket container : call.catalog().buckets()) {
            if (container.name().startsWith(prefix)) {
                xml.open("Container")
                        .element("Name", container.name())
                        .open("Properties")
                        .element("Last-Modified", BlobTags.httpDate(Instant.EPOCH))
                        .element("Etag", "\"0x8%014X\"".formatted((long)
                                        container.name().hashCode()))
                        .element("LeaseStatus", "unlocked")
                        .element("LeaseState", "available")
                        .close("Properties")
                        .close("Container");
            }
        }
        return xml.close("Containers")
                .element("NextMarker", "")
                .close("EnumerationResults")
                .answer(200);
    }

    /** Reference, "Get Account Information". */
    Answer account(AzureCall call) {
        return Answer.empty(200)
                .withHeader("x-ms-sku-name", "Standard_LRS")
                .withHeader("x-ms-account-kind", "StorageV2")
                .withHeader(
                        "x-ms-is-hns-enabled", Boolean.toString(call.settings().hierarchicalNamespace()));
    }
}
