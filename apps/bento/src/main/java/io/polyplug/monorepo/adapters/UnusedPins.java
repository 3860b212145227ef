package io.polyplug.monorepo.adapters;

import io.polyplug.monorepo.config.Bento;
import io.polyplug.monorepo.config.Dish;
import io.polyplug.monorepo.config.Utf8Order;
import io.polyplug.monorepo.config.Workspace;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds the tools that a {@code [toolchain]} table pins and that no dish it holds for uses. */
public final class UnusedPins {
  private UnusedPins() {}

  /** Their names, sorted. */
  public static List<String> find(Workspace workspace, AdapterRegistry adapters) {
    Set<String> used = new HashSet<>();
    Set<String> unused = new HashSet<>();
    for (Bento bento : workspace.bentos()) {
      for (Dish dish : bento.dishes()) {
        Optional<Adapter> adapter = adapters.of(dish);
        // Without plugins a language that is no built-in one may still be one of them.
        String otherwise = dish.language().orElse("");
        String tool = adapter.isPresent() ? adapter.get().toolName() : otherwise;
        used.add(tool);
        for (String pinned : dish.toolchain().versions().keySet()) {
          if (!pinned.equals(tool)) {
            unused.add(pinned);
          }
        }
      }
    }
    for (String pinned : workspace.settings().toolchain().versions().keySet()) {
      if (!used.contains(pinned)) {
        unused.add(pinned);
      }
    }
    List<String> sorted = new ArrayList<>(unused);
    sorted.sort(Utf8Order::compare);
    return sorted;
  }
}
