package io.polyplug.ainb;

import io.polyplug.ainb.protocol.AinbErrors;

/**
 * The requests of one plugin that are being answered beside the others: whether there are any, and
 * how much of them is held. Safe from any thread; nothing waits.
 */
final class RequestsUnderWay {
  /** A request keeps its frame until it is answered, and an action may never be. */
  static final long MOST_BYTES = 64L << 20;

  private int requests;
  private long bytes;

  /** Takes a request with so many bytes of params, or answers −32603; {@link #leave} follows. */
  synchronized void enter(int size) {
    if (bytes + size > MOST_BYTES) {
      throw AinbErrors.internal(
          "requests of "
              + (bytes >> 20)
              + " MiB are under way already; wait for one to be answered");
    }
    requests++;
    bytes += size;
  }

  synchronized void leave(int size) {
    requests--;
    bytes -= size;
  }

  synchronized boolean isEmpty() {
    return requests == 0;
  }
}
