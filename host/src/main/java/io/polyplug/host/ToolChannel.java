package io.polyplug.host;

import io.polyplug.wire.Json;

/**
 * A conversation with a channel tool: messages out, and a stream of messages in.
 *
 * <p>Any thread may send; one reader at a time takes what comes in. Closing ends both sides.
 */
public interface ToolChannel extends ToolStream {
  /** Sends one message; false once the channel is closed on either side. */
  boolean send(Json message);

  /** Nothing more will be sent; what still comes in can be read to its end. */
  void closeInput();
}
