package io.polyplug.install.oci;

import io.polyplug.install.web.ContentDigest;
import io.polyplug.install.web.FetchProblem;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What a manifest says of something else in the registry.
 *
 * @param digest as written; never empty
 * @param size negative if it is not given
 * @param mediaType empty if it is not given
 * @param title the file name that an annotation gives; empty if none
 */
record Descriptor(String digest, long size, String mediaType, String title) {
  private static final String TITLE = "org.opencontainers.image.title";

  /** Those in an array that have a digest, in order; anything else in it is passed over. */
  static List<Descriptor> all(Json array) {
    List<Descriptor> found = new ArrayList<>();
    if (array.kind() != Json.Kind.ARRAY) {
      return found;
    }
    for (Json element : JsonParts.elements(array)) {
      if (element.kind() == Json.Kind.OBJECT) {
        Map<String, Json> members = JsonParts.members(element);
        String digest = text(members, "digest");
        if (!digest.isEmpty()) {
          found.add(
              new Descriptor(digest, size(members), text(members, "mediaType"), title(members)));
        }
      }
    }
    return found;
  }

  private static String title(Map<String, Json> members) {
    Json annotations = members.get("annotations");
    return annotations == null || annotations.kind() != Json.Kind.OBJECT
        ? ""
        : text(JsonParts.members(annotations), TITLE);
  }

  private static String text(Map<String, Json> members, String name) {
    Json value = members.get(name);
    String text = value == null ? null : value.stringValue();
    return text == null ? "" : text;
  }

  private static long size(Map<String, Json> members) {
    Json value = members.get("size");
    try {
      return value == null ? -1 : Math.max(-1, Long.parseLong(value.toString()));
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  ContentDigest checkedDigest() throws FetchProblem {
    return ContentDigest.parse(digest);
  }

  /** Whether the media type says zip; {@code tar+gzip} does not. */
  boolean isZip() {
    String type = mediaType.toLowerCase(Locale.ROOT);
    return type.contains("zip") && !type.contains("gzip");
  }

  boolean isTitledZip() {
    return title.toLowerCase(Locale.ROOT).endsWith(".zip");
  }
}
