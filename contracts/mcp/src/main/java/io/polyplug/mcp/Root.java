package io.polyplug.mcp;

import io.polyplug.wire.Json;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;

/**
 * A folder that a server may look at.
 *
 * @param name for people; may be empty
 */
public record Root(URI uri, String name) {
  /** A folder of this machine. */
  public static Root of(Path folder) {
    Path absolute = folder.toAbsolutePath().normalize();
    // Not Path.toUri: its end depends on whether the folder is there.
    String path = absolute.toString();
    try {
      return new Root(new URI("file", "", path, null), String.valueOf(absolute.getFileName()));
    } catch (URISyntaxException impossible) {
      throw new IllegalArgumentException("no folder can be called " + path, impossible);
    }
  }

  Json toJson() {
    return Json.object(
        out -> {
          out.writeStringProperty("uri", uri.toASCIIString());
          if (!name.isEmpty()) {
            out.writeStringProperty("name", name);
          }
        });
  }
}
