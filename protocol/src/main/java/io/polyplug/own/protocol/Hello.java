package io.polyplug.own.protocol;

import io.polyplug.wire.Json;
import java.util.List;

/**
 * What the application says first.
 *
 * @param granted the capabilities that the plugin has if it asks for them
 */
public record Hello(String contract, int version, List<String> granted) {
  public Hello {
    granted = List.copyOf(granted);
  }

  public Json toJson() {
    return Json.object(
        out -> {
          out.writeStringProperty("contract", contract);
          out.writeNumberProperty("version", version);
          out.writeArrayPropertyStart("granted");
          granted.forEach(out::writeString);
          out.writeEndArray();
        });
  }
}
