package io.polyplug.monorepo.remote;

import io.polyplug.monorepo.store.LocalStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The remote cache behind the local store: what comes from there is checked before it counts. Safe
 * from any thread. Failures are warnings; whoever made the cache closes it.
 */
public final class RemoteTier {
  private final LocalStore store;
  private final RemoteCache remote;
  private final Warnings warnings;

  public RemoteTier(LocalStore store, RemoteCache remote, Warnings warnings) {
    this.store = store;
    this.remote = remote;
    this.warnings = warnings;
  }

  /** Brings a bundle into the local store if the server has a good one. */
  public RemoteResult fetch(String key) {
    RemoteResult result;
    try {
      result = download(key);
    } catch (IOException e) {
      result = new RemoteResult.Failed("A bundle from the remote cache cannot be kept here");
    }
    return told(result);
  }

  private RemoteResult download(String key) throws IOException {
    Path place = store.downloadPlace();
    try {
      RemoteResult result = remote.fetch(key, place);
      if (!(result instanceof RemoteResult.Done)) {
        return result;
      }
      Optional<String> fault = store.promote(key, place);
      return fault.isEmpty()
          ? result
          : new RemoteResult.Failed(
              "The bundle "
                  + key.substring(0, 12)
                  + " of the remote cache "
                  + remote.address()
                  + " is bad and is not used: "
                  + fault.get());
    } finally {
      Files.deleteIfExists(place);
    }
  }

  /** Gives the server a bundle of the local store. */
  public RemoteResult put(String key) {
    return told(remote.put(key, store.bundle(key)));
  }

  /** As {@link #put}, unless the server has it; empty then. */
  public Optional<RemoteResult> putIfAbsent(String key) {
    return remote.has(key) ? Optional.empty() : Optional.of(put(key));
  }

  private RemoteResult told(RemoteResult result) {
    if (result instanceof RemoteResult.Failed failed) {
      warnings.warn(failed.reason());
    }
    return result;
  }

  String address() {
    return remote.address();
  }
}
