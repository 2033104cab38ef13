package dev.vectorio.store.azure;

import dev.vectorio.store.http.RequestHead;
import dev.vectorio.store.http.StoreRequest;
import dev.vectorio.store.object.Bucket;
import dev.vectorio.store.object.ObjectCatalog;
import dev.vectorio.store.object.StoredObject;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;

/**
 * A request and what its address names.
 *
 * @param request the request
 * @param target its address
 * @param catalog the objects of the store; accounts share it, for a container's name is enough to find it
 * @param settings how the dialect behaves
 */
record AzureCall(StoreRequest request, AzureTarget target, ObjectCatalog catalog, AzureSettings settings) {

    RequestHead head() {
        return request.head();
    }

    String blob() {
        return target.blob();
    }

    Optional<String> header(String name) {
        return request.head().header(name);
    }

    boolean hasHeader(String name, String value) {
        return header(name).filter(value::equalsIgnoreCase).isPresent();
    }

    Instant now() {
        return catalog.clock().instant();
    }

    /** The container, if it exists and the blob in it may be used. */
    Bucket container() {
        return container(target.container(), target.blob());
    }

    Bucket container(String name, String blob) {
        Bucket container = catalog.bucket(name).orElseThrow(() -> AzureRefusal.containerNotFound(target.dataLake()));
        if (!blob.isEmpty() && container.denies(blob)) {
            throw AzureRefusal.permissionMismatch();
        }
        return container;
    }

    /** The version of the blob that the request names, or the current one. */
    StoredObject existing() {
        Bucket container = container();
        Optional<String> versionId = target.parameter("versionid");
        Optional<StoredObject> found =
                versionId.isPresent() ? container.version(blob(), versionId.get()) : container.current(blob());
        return found.filter(o -> !o.deleteMarker()).orElseThrow(() -> AzureRefusal.blobNotFound(target.dataLake()));
    }

    /** The body as text; for documents, not for blobs. */
    String document() {
        var source = request.body().bytes();
        StringBuilder document = new StringBuilder();
        for (long offset = 0; offset < source.length(); ) {
            ByteBuf view = source.view(offset, (int) (source.length() - offset));
            offset += view.readableBytes();
            document.append(view.toString(StandardCharsets.ISO_8859_1));
            view.release();
        }
        return new String(document.toString().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }
}
