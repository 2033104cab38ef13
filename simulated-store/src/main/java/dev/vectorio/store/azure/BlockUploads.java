package dev.vectorio.store.azure;

import dev.vectorio.store.http.ReceivedBody;
import dev.vectorio.store.object.ByteSource;
import dev.vectorio.store.object.EntityTags;
import dev.vectorio.store.object.JoinedBytes;
import dev.vectorio.store.object.ObjectAttributes;
import dev.vectorio.store.request.Answer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Put Block, Put Block List, Get Block List. Committed blocks are remembered by the blob's address, so that a list may name
 * them again.
 */
final class BlockUploads {
    private final ConcurrentMap<String, Map<String, ByteSource>> uncommitted = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, Map<String, ByteSource>> committed = new ConcurrentHashMap<>();

    private static String address(AzureCall call) {
        return call.target().container() + "/" + call.blob();
    }

    Answer putBlock(AzureCall call) {
        call.container();
        String id = call.target()
                .parameter("blockid")
                .orElseThrow(() -> AzureRefusal.invalid(
                                "MissingRequiredQueryParameter",
                                "A query parameter that's mandatory for this request is not specified.")
                        .element("QueryParameterName", "blockid"));
        ReceivedBody body = call.request().body();
        String md5 = BlobWrites.checkedMd5(call, body);
        uncommitted.compute(address(call), (address, blocks) -> with(blocks, id, body.bytes()));
        return Answer.empty(201).withHeader("Content-MD5", md5).withHeader("x-ms-request-server-encrypted", "true");
    }

    private static Map<String, ByteSource> with(
            @org.jspecify.annotations.Nullable Map<String, ByteSource> blocks, String id, ByteSource bytes) {
        Map<String, ByteSource> more = new LinkedHashMap<>(blocks == null ? Map.of() : blocks);
        more.put(id, bytes);
        return more;
    }

    /** Reference, "Put Block List": Committed, Uncommitted and Latest; an id that is not there is 400 InvalidBlockList. */
    Answer putBlockList(AzureCall call) {
        Map<String, ByteSource> before = committed.getOrDefault(address(call), Map.of());
        Map<String, ByteSource> fresh = uncommitted.getOrDefault(address(call), Map.of());
        Map<String, ByteSource> blocks = new LinkedHashMap<>();
        List<ByteSource> pieces = new ArrayList<>();
        for (Map.Entry<String, String> entry : AzureXml.children(call.document())) {
            String id = entry.getValue();
            ByteSource block = Optional.ofNullable(
                            switch (entry.getKey()) {
                                case "Committed" -> before.get(id);
                                case "Uncommitted" -> fresh.get(id);
                                default -> fresh.getOrDefault(id, before.getOrDefault(id, ByteSource.empty()));
                            })
                    .filter(b -> fresh.containsKey(id) || before.containsKey(id))
                    .orElseThrow(
                            () -> AzureRefusal.invalid("InvalidBlockList", "The specified block list is invalid."));
            blocks.put(id, block);
            pieces.add(block);
        }
        ByteSource bytes = JoinedBytes.of(pieces);
        Map<String, String> checksums = call.header("x-ms-blob-content-md5")
                .map(md5 -> Map.of(BlobReads.MD5, md5))
                .orElse(Map.of());
        ObjectAttributes attributes = BlobWrites.attributes(call).withChecksums(checksums);
        Answer answer = BlobWrites.written(call, BlobWrites.store(call, bytes, EntityTags.of(bytes), attributes), 201);
        committed.put(address(call), blocks);
        uncommitted.remove(address(call));
        return answer;
    }

    Answer getBlockList(AzureCall call) {
        AzureXml xml = new AzureXml().open("BlockList");
        list(xml, "CommittedBlocks", committed.getOrDefault(address(call), Map.of()));
        list(xml, "UncommittedBlocks", uncommitted.getOrDefault(address(call), Map.of()));
        return xml.close("BlockList").answer(200);
    }

    private static void list(AzureXml xml, String name, Map<String, ByteSource> blocks) {
        xml.open(name);
        blocks.forEach((id, bytes) -> xml.open("Block")
                .element("Name", id)
                .element("Size", bytes.length())
                .close("Block"));
        xml.close(name);
    }
}
