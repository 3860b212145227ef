package io.polyplug.conformance.mcp;

import io.polyplug.base.UntrustedText;
import io.polyplug.conformance.Members;
import io.polyplug.conformance.Violation;
import io.polyplug.wire.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Lists that come page by page. */
final class Listed {
  private static final int MOST_PAGES = 100;

  private Listed() {}

  /** All entries of a list; one that has no end, or no list, fails the axis. */
  static List<Members> all(ServerTalk talk, String method, String name) {
    List<Members> entries = new ArrayList<>();
    Set<String> cursors = new HashSet<>();
    Map<String, Json> params = Map.of();
    for (int page = 0; page < MOST_PAGES; page++) {
      Members result =
          Members.of("the result of " + method, talk.call(method, params).objectOrFail());
      if (!result.has(name)) {
        throw new Violation("the result of %s has no \"%s\"".formatted(method, name));
      }
      for (Json entry : result.elements(name)) {
        entries.add(Members.of("an entry of " + method, entry));
      }
      Optional<String> next = result.text("nextCursor");
      if (next.isEmpty()) {
        return entries;
      }
      if (!cursors.add(next.get())) {
        throw new Violation("%s gives the same cursor again and again".formatted(method));
      }
      params = Map.of("cursor", Json.string(next.get()));
    }
    throw new Violation("%s has more than %d pages".formatted(method, MOST_PAGES));
  }

  /** Fails the axis if two have the same text there. */
  static void unique(List<Members> entries, String name) {
    Set<String> seen = new HashSet<>();
    for (Members entry : entries) {
      String text = entry.words(name);
      if (!seen.add(text)) {
        throw new Violation(
            "two entries have the %s \"%s\"".formatted(name, UntrustedText.excerpt(text, 80)));
      }
    }
  }
}
