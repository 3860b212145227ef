package io.polyplug.cli.running;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Which plugins a host has, and what was found but cannot be used. */
public record Listing(List<Row> plugins, List<Unusable> unusable) {
  public Listing {
    plugins = List.copyOf(plugins);
    unusable = List.copyOf(unusable);
  }

  /**
   * One plugin. Nothing is escaped.
   *
   * @param called the shortest name that means it and no other
   * @param key what its events are about
   * @param tag the contract's remark; may be empty
   * @param origin the file that binds it or the folder that it is in
   * @param status one word: {@code not_trusted}, {@code disabled}, the contract's word for its
   *     health where that is known, else {@code ready}
   * @param reason why, for people; empty if there is nothing to say
   * @param lasting whether the host stays, and so knows of processes and restarts
   */
  public record Row(
      String id,
      String called,
      String contract,
      String name,
      String version,
      String description,
      String origin,
      String key,
      String tag,
      String status,
      String reason,
      boolean lasting,
      OptionalLong pid,
      Optional<Instant> since,
      int restarts,
      Optional<SourceNote> source) {}

  /** A folder that cannot be used, and why. */
  public record Unusable(String name, String contract, String reason, String origin) {}
}
