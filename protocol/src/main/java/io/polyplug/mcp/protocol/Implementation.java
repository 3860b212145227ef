package io.polyplug.mcp.protocol;

import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import org.jspecify.annotations.Nullable;

/**
 * Who an end says it is. Only for people: nothing is decided by it.
 *
 * @param title for people, the name if there is none
 */
public record Implementation(String name, String title, String version) {
  /** Reads one leniently: what is missing or of another type is empty. */
  public static Implementation read(@Nullable Json value) {
    if (value == null || value.kind() != Json.Kind.OBJECT) {
      return new Implementation("", "", "");
    }
    @Nullable Json[] found = JsonParts.find(value, "name", "title", "version");
    String name = text(found[0]);
    String title = text(found[1]);
    return new Implementation(name, title.isEmpty() ? name : title, text(found[2]));
  }

  /** As it is sent. */
  public Json toJson() {
    return Json.object(
        out -> {
          out.writeStringProperty("name", name);
          if (!title.equals(name)) {
            out.writeStringProperty("title", title);
          }
          out.writeStringProperty("version", version);
        });
  }

  private static String text(@Nullable Json value) {
    String content = value == null ? null : value.stringValue();
    return content == null ? "" : content;
  }
}
