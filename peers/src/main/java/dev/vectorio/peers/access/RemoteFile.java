package dev.vectorio.peers.access;

import dev.vectorio.model.KnownObject;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.perf.store.StoreKind;
import java.nio.file.Path;

/**
 * A Parquet file in the store and its copy on the local disk.
 *
 * @param store what kind of store it is in
 * @param key in the store
 * @param length in bytes, as a manifest or a listing would tell it
 * @param copy the same bytes on the local disk
 */
public record RemoteFile(StoreKind store, String key, long length, Path copy) {
    /** The location as vector-io takes it. */
    public ObjectLocation object() {
        return store.location(key);
    }

    /** The object with its recorded length. */
    public KnownObject known() {
        return KnownObject.at(object()).withLength(length);
    }

    /** The location as catalogs write it. */
    public String location() {
        ObjectLocation object = object();
        return object.scheme() + "://" + object.authority() + "/" + object.key();
    }
}
