package io.polyplug.monorepo.inspect;

import io.polyplug.base.UntrustedText;
import io.polyplug.monorepo.Answer;
import io.polyplug.monorepo.store.StoreUpkeep;
import io.polyplug.wire.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import tools.jackson.core.JsonGenerator;

/** What became of the kept results. Pure functions. */
public final class CacheAnswers {
  private CacheAnswers() {}

  public static Answer stats(StoreUpkeep.Stats stats) {
    Json json =
        Json.object(
            out -> {
              out.writeStringProperty("root", stats.root().toString());
              out.writeNumberProperty("entries", stats.entries());
              out.writeNumberProperty("total_bytes", stats.totalBytes());
              number("oldest_unix_seconds", stats.oldestUnixSeconds(), out);
              number("newest_unix_seconds", stats.newestUnixSeconds(), out);
            });
    return new Answer(
        json,
        List.of(
            "cache: " + UntrustedText.escape(stats.root().toString()),
            "entries: " + stats.entries() + " (" + size(stats.totalBytes()) + ")",
            "oldest: " + time(stats.oldestUnixSeconds()),
            "newest: " + time(stats.newestUnixSeconds())));
  }

  public static Answer cleared(StoreUpkeep.Cleared cleared) {
    Json json =
        Json.object(
            out -> {
              out.writeStringProperty("root", cleared.root().toString());
              out.writeNumberProperty("cleared_entries", cleared.entries());
              out.writeNumberProperty("cleared_bytes", cleared.bytes());
            });
    return new Answer(
        json, List.of("cleared " + cleared.entries() + " entries (" + size(cleared.bytes()) + ")"));
  }

  public static Answer pruned(
      StoreUpkeep.Pruned pruned, OptionalLong maxBytes, Optional<Duration> olderThan) {
    Json json =
        Json.object(
            out -> {
              out.writeStringProperty("root", pruned.root().toString());
              number("max_size_bytes", maxBytes, out);
              number(
                  "older_than_seconds",
                  olderThan.isPresent()
                      ? OptionalLong.of(olderThan.get().toSeconds())
                      : OptionalLong.empty(),
                  out);
              out.writeNumberProperty("pruned_entries", pruned.prunedEntries());
              out.writeNumberProperty("pruned_bytes", pruned.prunedBytes());
              out.writeNumberProperty("remaining_entries", pruned.remainingEntries());
              out.writeNumberProperty("remaining_bytes", pruned.remainingBytes());
            });
    return new Answer(
        json,
        List.of(
            "pruned " + pruned.prunedEntries() + " entries (" + size(pruned.prunedBytes()) + ")",
            "left "
                + pruned.remainingEntries()
                + " entries ("
                + size(pruned.remainingBytes())
                + ")"));
  }

  /** What was sent or fetched. */
  public static Answer transferred(
      String remote, String direction, int transferred, int skipped, int failed) {
    Json json =
        Json.object(
            out -> {
              out.writeStringProperty("remote", remote);
              out.writeStringProperty("direction", direction);
              out.writeNumberProperty("transferred", transferred);
              out.writeNumberProperty("skipped", skipped);
              out.writeNumberProperty("failed", failed);
            });
    String line =
        direction
            + ": "
            + transferred
            + " transferred · "
            + skipped
            + " skipped · "
            + failed
            + " failed";
    return new Answer(json, List.of(line), failed == 0);
  }

  private static void number(String name, OptionalLong value, JsonGenerator out) {
    if (value.isPresent()) {
      out.writeNumberProperty(name, value.getAsLong());
    } else {
      out.writeNullProperty(name);
    }
  }

  private static String time(OptionalLong seconds) {
    return seconds.isPresent() ? Instant.ofEpochSecond(seconds.getAsLong()).toString() : "none";
  }

  static String size(long bytes) {
    if (bytes < 1024) {
      return bytes + " B";
    }
    double value = bytes;
    int unit = -1;
    while (value >= 1024 && unit < 3) {
      value /= 1024;
      unit++;
    }
    return String.format(Locale.ROOT, "%.1f %siB", value, "KMGT".charAt(unit));
  }
}
