package io.polyplug.bowire.protocol;

import java.util.List;
import java.util.Optional;

/** What a message is made of (5.5). */
public record MessageType(
    String name, String fullName, List<Field> fields, Optional<String> description) {
  public MessageType {
    fields = List.copyOf(fields);
  }

  static MessageType empty(String name) {
    return new MessageType(name, name, List.of(), Optional.empty());
  }
}
