package io.polyplug.conformance.bowire;

import io.polyplug.bowire.protocol.Field;
import io.polyplug.bowire.protocol.MessageType;
import io.polyplug.wire.Json;

/** Makes messages for methods of which only the types are known. */
final class SampleMessage {
  private static final int SMALL = 3;

  private SampleMessage() {}

  /** A text with every plain field that has to be there, since an empty object is often refused. */
  static String of(MessageType type) {
    return Json.object(
            out -> {
              for (Field field : type.fields()) {
                if (!field.required() || field.isRepeated() || field.isMap()) {
                  continue;
                }
                switch (field.type()) {
                  case "bool" -> out.writeBooleanProperty(field.name(), false);
                  case "string", "bytes" -> out.writeStringProperty(field.name(), "");
                  case "message", "enum" -> {}
                  default -> out.writeNumberProperty(field.name(), SMALL);
                }
              }
            })
        .toString();
  }
}
