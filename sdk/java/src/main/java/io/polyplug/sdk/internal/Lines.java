package io.polyplug.sdk.internal;

import io.polyplug.sdk.ToolError;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;

/** Outputs and errors as lines of text. */
final class Lines {
  private Lines() {}

  /** One line of JSON; for a stream one for each message. */
  static String of(Tool.Callable tool, Json output) {
    if (!(tool instanceof Tool.Stream<?>)) {
      return output + "\n";
    }
    StringBuilder lines = new StringBuilder();
    JsonParts.elements(output).forEach(message -> lines.append(message).append('\n'));
    return lines.toString();
  }

  /** The code and the message. */
  static String of(ToolError e) {
    return e.code() + ": " + e.getMessage() + "\n";
  }
}
