package io.polyplug.monorepo.adapters;

import io.polyplug.wire.InvalidJson;
import io.polyplug.wire.Json;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What matters of a {@code package.json}.
 *
 * @param broken whether it is no JSON object; then nothing else is known
 * @param manager the text of {@code packageManager}
 * @param workspaces whether it has the member
 * @param dependencies whether it names any, of whatever kind
 * @param pinned what {@code volta.node}, else {@code engines.node}, else {@code @types/node} say
 */
record PackageJson(
    boolean broken,
    @Nullable String manager,
    boolean workspaces,
    boolean dependencies,
    @Nullable String pinned) {
  private static final PackageJson BROKEN = new PackageJson(true, null, false, false, null);
  private static final String[] DEPENDENCIES = {
    "dependencies", "devDependencies", "optionalDependencies", "peerDependencies"
  };

  static PackageJson parse(byte[] content) {
    Json json;
    try {
      json =
          Json.parse(hasMark(content) ? Arrays.copyOfRange(content, 3, content.length) : content);
    } catch (InvalidJson e) {
      return BROKEN;
    }
    if (json.kind() != Json.Kind.OBJECT) {
      return BROKEN;
    }
    Json manager = Jsonc.member(json, "packageManager");
    Json workspaces = Jsonc.member(json, "workspaces");
    return new PackageJson(
        false,
        manager == null ? null : manager.stringValue(),
        workspaces != null && workspaces.kind() != Json.Kind.NULL,
        hasDependencies(json),
        pin(json));
  }

  /** A byte order mark is no JSON, but npm takes it. */
  private static boolean hasMark(byte[] content) {
    return content.length >= 3
        && content[0] == (byte) 0xEF
        && content[1] == (byte) 0xBB
        && content[2] == (byte) 0xBF;
  }

  private static boolean hasDependencies(Json json) {
    for (String name : DEPENDENCIES) {
      Json map = Jsonc.member(json, name);
      if (map != null
          && map.kind() == Json.Kind.OBJECT
          && !map.compact().equals(Json.EMPTY_OBJECT)) {
        return true;
      }
    }
    return false;
  }

  private static @Nullable String pin(Json json) {
    String volta = Jsonc.text(json, "volta", "node");
    if (volta != null) {
      return volta;
    }
    String engines = Jsonc.text(json, "engines", "node");
    if (engines != null) {
      return engines;
    }
    String types = major(Jsonc.text(json, "devDependencies", "@types/node"));
    return types != null ? types : major(Jsonc.text(json, "dependencies", "@types/node"));
  }

  /** {@code ^20} for {@code ~20.11.5}; null where no number comes first. */
  private static @Nullable String major(@Nullable String range) {
    if (range == null) {
      return null;
    }
    int from = 0;
    while (from < range.length() && "^~>=<v ".indexOf(range.charAt(from)) >= 0) {
      from++;
    }
    int to = from;
    while (to < range.length() && range.charAt(to) >= '0' && range.charAt(to) <= '9') {
      to++;
    }
    return to == from ? null : "^" + range.substring(from, to);
  }
}
