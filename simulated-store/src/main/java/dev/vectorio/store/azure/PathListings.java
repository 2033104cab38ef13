package dev.vectorio.store.azure;

import dev.vectorio.store.object.ListPage;
import dev.vectorio.store.object.ListQuery;
import dev.vectorio.store.object.StoredObject;
import dev.vectorio.store.request.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Path - List: what a directory holds, in JSON. Directories without an entry of their own appear in flat lists only. */
final class PathListings {

    Answer list(AzureCall call) {
        AzureTarget target = call.target();
        String directory = target.parameter("directory").orElse("").replaceFirst("^/", "");
        String prefix = directory.isEmpty() || directory.endsWith("/") ? directory : directory + "/";
        boolean recursive = target.is("recursive", "true");
        String after = target.parameter("continuation").map(BlobListings::after).orElse("");
        int most = BlobListings.most(target.number("maxresults").orElse((long) BlobListings.MOST_ENTRIES));
        ListPage page = call.container().list(new ListQuery(prefix, recursive ? "" : "/", after, most));
        boolean nothing = page.objects().isEmpty() && page.commonPrefixes().isEmpty();
        if (nothing && !prefix.isEmpty() && call.container().current(directory).isEmpty()) {
            throw AzureRefusal.blobNotFound(true);
        }
        List<String> paths = new ArrayList<>();
        for (StoredObject file : page.objects()) {
            boolean folder = file.attributes().user().containsKey(BlobReads.FOLDER_MARK);
            boolean listedAsPrefix = page.commonPrefixes().contains(file.key() + "/");
            if (!listedAsPrefix) {
                paths.add(path(file.key(), folder, Optional.of(file), call));
            }
        }
        for (String common : page.commonPrefixes()) {
            paths.add(path(common.substring(0, common.length() - 1), true, Optional.empty(), call));
        }
        Answer answer =
                Answer.text(200, "application/json;charset=utf-8", "{\"paths\":[" + String.join(",", paths) + "]}");
        return page.next()
                .map(next -> answer.withHeader("x-ms-continuation", BlobListings.marker(next)))
                .orElse(answer);
    }

    private static String path(String name, boolean directory, Optional<StoredObject> entry, AzureCall call) {
        StringBuilder path = new StringBuilder("{\"name\":").append(AzureJson.quoted(name));
        if (directory) {
            path.append(",\"isDirectory\":\"true\"");
        }
        String modified =
                BlobTags.httpDate(entry.map(StoredObject::lastModified).orElseGet(call::now));
        return path.append(",\"contentLength\":")
                .append(AzureJson.quoted(
                        Long.toString(entry.map(StoredObject::length).orElse(0L))))
                .append(",\"etag\":")
                .append(AzureJson.quoted(entry.map(BlobTags::of).orElse("0x8D0000000000000")))
                .append(",\"lastModified\":")
                .append(AzureJson.quoted(modified))
                .append(",\"owner\":\"$superuser\",\"group\":\"$superuser\",\"permissions\":\"rwxr-x---\"}")
                .toString();
    }
}
