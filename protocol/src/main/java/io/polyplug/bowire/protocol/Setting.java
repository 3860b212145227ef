package io.polyplug.bowire.protocol;

import io.polyplug.wire.Json;
import java.util.List;
import java.util.Optional;

/**
 * Something that a user can set (5.4).
 *
 * @param key its name on the wire
 * @param label its name for people
 * @param description more about it, if there is more
 * @param type {@code bool}, {@code string}, {@code number} or {@code select}
 * @param defaultValue what holds if nothing is set
 * @param options what a {@code select} offers
 * @param required whether something must be set
 */
public record Setting(
    String key,
    String label,
    Optional<String> description,
    String type,
    Optional<Json> defaultValue,
    List<Option> options,
    boolean required) {
  /** One choice of a {@code select}. */
  public record Option(String value, String label) {
    private static Optional<Option> read(Json option) {
      String plain = option.stringValue();
      if (plain != null) {
        return Optional.of(new Option(plain, plain));
      }
      Members members = Members.of(option);
      return members
          .text("value")
          .map(value -> new Option(value, members.words("label").orElse(value)));
    }
  }

  public Setting {
    options = List.copyOf(options);
  }

  /** Reads one entry, also in the Rust SDK's spelling; empty if it has no key. */
  static Optional<Setting> read(Json entry) {
    Members members = Members.of(entry);
    return members
        .words("key")
        .or(() -> members.words("id"))
        .map(
            key ->
                new Setting(
                    key,
                    members.words("label").or(() -> members.words("name")).orElse(key),
                    members.words("description"),
                    members.words("type").orElse("string"),
                    members.value("defaultValue").or(() -> members.value("default")),
                    members.elements("options").stream()
                        .map(Option::read)
                        .flatMap(Optional::stream)
                        .toList(),
                    members.flag("required").orElse(false)));
  }

  Json toJson() {
    return Json.object(
        out -> {
          out.writeStringProperty("key", key);
          out.writeStringProperty("label", label);
          description.ifPresent(text -> out.writeStringProperty("description", text));
          out.writeStringProperty("type", type);
          defaultValue.ifPresent(
              value -> {
                out.writeName("defaultValue");
                value.writeTo(out);
              });
          if (!options.isEmpty()) {
            out.writeArrayPropertyStart("options");
            for (Option option : options) {
              out.writeStartObject();
              out.writeStringProperty("value", option.value());
              out.writeStringProperty("label", option.label());
              out.writeEndObject();
            }
            out.writeEndArray();
          }
          out.writeBooleanProperty("required", required);
        });
  }
}
