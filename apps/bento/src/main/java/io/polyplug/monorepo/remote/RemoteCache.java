package io.polyplug.monorepo.remote;

import java.nio.file.Path;

/**
 * Bundles on a server. Nothing here throws: a server that is away, slow or odd is a result like
 * another. Safe from any thread; each call blocks for a bounded time. Connects when it is first
 * asked for something; whoever opened it closes it.
 */
public interface RemoteCache extends AutoCloseable {
  /** For people: without secrets. */
  String address();

  /** Whether the server says that it has the bundle; false also when it says nothing. */
  boolean has(String key);

  /**
   * Writes the bundle to a file that is not there yet; it is the caller's, whatever the result. Who
   * uses it checks it: nothing is said of what is in it.
   */
  RemoteResult fetch(String key, Path to);

  /** Gives the server the bundle in a file. */
  RemoteResult put(String key, Path tar);

  @Override
  void close();
}
