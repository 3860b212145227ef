package io.polyplug.door;

import java.io.IOException;

/** What is behind a {@link Door}. Called on a virtual thread for each request; may block. */
public interface DoorService {
  /** Whether a path is for everybody who may reach the door, such as a page without secrets. */
  default boolean isOpen(String path) {
    return false;
  }

  /**
   * Answers a request that was judged and allowed.
   *
   * @throws IOException if the client is gone
   */
  void serve(Exchange exchange) throws IOException, Refused, InterruptedException;
}
