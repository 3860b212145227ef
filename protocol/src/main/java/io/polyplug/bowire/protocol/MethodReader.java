package io.polyplug.bowire.protocol;

import io.polyplug.wire.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Reads the methods of one service, filling in what SDKs leave out (5.5). */
final class MethodReader {
  /** Message types may contain themselves; deeper ones are cut. */
  static final int MAX_DEPTH = 4;

  private static final Set<String> TYPES =
      Set.of(
          "string",
          "bool",
          "bytes",
          "enum",
          "message",
          "int32",
          "int64",
          "uint32",
          "uint64",
          "sint32",
          "sint64",
          "fixed32",
          "fixed64",
          "sfixed32",
          "sfixed64",
          "double",
          "float");

  private final String service;
  private final List<String> passedOver;

  MethodReader(String service, List<String> passedOver) {
    this.service = service;
    this.passedOver = passedOver;
  }

  Optional<Method> read(Json value) {
    Members members = Members.of(value);
    Optional<String> name = members.words("name");
    if (name.isEmpty()) {
      passedOver.add("a method of " + service + " without a name was passed over");
      return Optional.empty();
    }
    return Optional.of(
        new Method(
            name.get(),
            members.words("fullName").orElse(service + "/" + name.get()),
            type(members),
            message(members.value("inputType"), name.get() + "Input", 1),
            message(members.value("outputType"), name.get() + "Output", 1),
            members.words("httpMethod"),
            members.words("httpPath"),
            members.words("summary"),
            members.words("description"),
            members.flag("deprecated").orElse(false)));
  }

  private static MethodType type(Members members) {
    return members
        .text("methodType")
        .flatMap(MethodType::named)
        .orElseGet(
            () ->
                MethodType.of(
                    members.flag("clientStreaming").orElse(false),
                    members.flag("serverStreaming").orElse(false)));
  }

  private MessageType message(Optional<Json> value, String otherwise, int depth) {
    if (value.isEmpty() || value.get().kind() != Json.Kind.OBJECT) {
      return MessageType.empty(otherwise);
    }
    Members members = Members.of(value.get());
    String name = members.words("name").orElse(otherwise);
    List<Field> fields = new ArrayList<>();
    if (depth <= MAX_DEPTH) {
      for (Json field : members.elements("fields")) {
        field(field, name, fields.size() + 1, depth).ifPresent(fields::add);
      }
    }
    return new MessageType(
        name, members.words("fullName").orElse(name), fields, members.words("description"));
  }

  private Optional<Field> field(Json value, String message, int position, int depth) {
    Members members = Members.of(value);
    Optional<String> name = members.text("name").filter(text -> !text.isEmpty());
    if (name.isEmpty()) {
      passedOver.add("a field of " + message + " without a name was passed over");
      return Optional.empty();
    }
    String label = members.words("label").orElse("optional").toLowerCase(Locale.ROOT);
    String type =
        members
            .words("type")
            .or(() -> members.words("typeName"))
            .map(text -> text.toLowerCase(Locale.ROOT))
            .filter(TYPES::contains)
            .orElse(members.value("messageType").isPresent() ? "message" : "string");
    return Optional.of(
        new Field(
            name.get(),
            members.whole("number").orElse((long) position),
            type,
            label,
            members.flag("isMap").orElse(false),
            members.flag("isRepeated").orElse(label.equals("repeated")),
            members
                .value("messageType")
                .map(nested -> message(Optional.of(nested), name.get(), depth + 1)),
            members.elements("enumValues").stream().map(MethodReader::enumValue).toList(),
            members.words("source"),
            members.flag("required").orElse(label.equals("required")),
            members.words("description"),
            members.text("example"),
            members.flag("isBinary").orElse(type.equals("bytes"))));
  }

  private static Field.EnumValue enumValue(Json value) {
    Members members = Members.of(value);
    String plain = value.stringValue();
    return new Field.EnumValue(
        plain == null ? members.text("name").orElse("") : plain,
        members.whole("number").orElse(0L));
  }
}
