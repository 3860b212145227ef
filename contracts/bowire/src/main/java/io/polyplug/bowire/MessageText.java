package io.polyplug.bowire;

import io.polyplug.bowire.protocol.InvokeResult;
import io.polyplug.wire.InvalidJson;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.util.List;

/**
 * Between the JSON of uniform tools and the texts of this contract, whose messages are strings that
 * usually, but not always, hold the text of one JSON document (5.3).
 */
final class MessageText {
  private MessageText() {}

  /** What a text is as a value: the JSON it holds, else itself as a string. */
  static Json value(String text) {
    try {
      return Json.parse(text);
    } catch (InvalidJson e) {
      return Json.string(text);
    }
  }

  /** What a message off the wire is as a value. */
  static Json value(Json message) {
    if (message.kind() != Json.Kind.STRING) {
      return message.compact();
    }
    Json held = message.embedded();
    return held == null ? message : held;
  }

  /** What a message off the wire is as a text. */
  static String text(Json message) {
    return InvokeResult.text(message);
  }

  /** The messages of an input: its elements if many were asked for, else itself. */
  static List<String> messages(Json input, boolean many) {
    return many && input.kind() == Json.Kind.ARRAY
        ? JsonParts.elements(input).stream().map(Json::toString).toList()
        : List.of(input.toString());
  }
}
