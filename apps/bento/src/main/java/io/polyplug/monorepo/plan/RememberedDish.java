package io.polyplug.monorepo.plan;

import io.polyplug.bento.Toolchain;
import java.util.List;
import java.util.Optional;

/**
 * What an earlier command found out about a dish of a built-in language, which nothing but files
 * decides.
 *
 * @param adapter its id
 * @param pin what the project pins; empty if nobody asked
 */
public record RememberedDish(
    String adapter, List<ResolvedTask> tasks, Optional<RememberedPin> pin) {
  public RememberedDish {
    tasks = List.copyOf(tasks);
  }

  /** The answer to what is pinned, which may be that nothing is. */
  public record RememberedPin(Optional<Toolchain> toolchain) {}
}
