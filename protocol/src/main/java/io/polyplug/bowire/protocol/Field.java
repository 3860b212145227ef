package io.polyplug.bowire.protocol;

import java.util.List;
import java.util.Optional;

/**
 * One field of a message (5.5).
 *
 * @param name the key in JSON, verbatim
 * @param type {@code string}, {@code bool}, {@code bytes}, {@code enum}, {@code message} or a
 *     number in the words of protobuf; anything unknown has become {@code string}
 * @param label {@code optional}, {@code required} or {@code repeated}
 * @param messageType of what a {@code message} is made
 * @param enumValues what an {@code enum} can be
 * @param source where it goes in a request: {@code path}, {@code query}, {@code header}, {@code
 *     body}
 * @param example a JSON text
 */
public record Field(
    String name,
    long number,
    String type,
    String label,
    boolean isMap,
    boolean isRepeated,
    Optional<MessageType> messageType,
    List<EnumValue> enumValues,
    Optional<String> source,
    boolean required,
    Optional<String> description,
    Optional<String> example,
    boolean isBinary) {
  /** One value of an enum. */
  public record EnumValue(String name, long number) {}

  public Field {
    enumValues = List.copyOf(enumValues);
  }
}
