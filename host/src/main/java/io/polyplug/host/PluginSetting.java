package io.polyplug.host;

import io.polyplug.base.UntrustedText;
import io.polyplug.wire.Json;
import java.util.List;
import java.util.Optional;

/**
 * Something that a plugin lets its user set. All texts are the plugin's. Immutable.
 *
 * @param key its name on the wire
 * @param label its name for people
 * @param type what a value has to be
 * @param defaultValue what holds if nothing is set
 * @param choices what may be chosen, for {@link Type#SELECT}
 * @param required whether something must be set
 */
public record PluginSetting(
    String key,
    String label,
    Optional<String> description,
    Type type,
    Optional<Json> defaultValue,
    List<Choice> choices,
    boolean required) {
  /** What a value is. */
  public enum Type {
    BOOL,
    STRING,
    NUMBER,
    SELECT
  }

  /** One value that may be chosen. */
  public record Choice(String value, String label) {}

  public PluginSetting {
    choices = List.copyOf(choices);
  }

  /** Why this cannot be its value; empty if it can. */
  public Optional<String> problem(Json value) {
    boolean fits =
        switch (type) {
          case BOOL -> value.kind() == Json.Kind.BOOLEAN;
          case NUMBER -> value.kind() == Json.Kind.NUMBER;
          case STRING -> value.kind() == Json.Kind.STRING;
          case SELECT ->
              choices.stream().anyMatch(choice -> choice.value().equals(value.stringValue()));
        };
    return fits
        ? Optional.empty()
        : Optional.of(
            "%s: expected %s, found %s"
                .formatted(
                    UntrustedText.excerpt(key, 80),
                    expected(),
                    UntrustedText.excerpt(value.toString(), 60)));
  }

  private String expected() {
    return switch (type) {
      case BOOL -> "true or false";
      case NUMBER -> "a number";
      case STRING -> "a string";
      case SELECT ->
          "one of "
              + UntrustedText.excerpt(
                  String.join(", ", choices.stream().map(Choice::value).toList()), 300);
    };
  }
}
