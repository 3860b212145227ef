package io.polyplug.monorepo.plan;

import io.polyplug.monorepo.WorkspaceProblem;
import io.polyplug.monorepo.config.Dish;
import io.polyplug.monorepo.hash.Blake3;
import io.polyplug.monorepo.key.InParallel;
import io.polyplug.monorepo.key.Signatures;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The signatures of the dishes of a bento that others depend on, as they were before anything ran.
 * Immutable.
 */
final class BentoSignatures {
  private final Map<String, byte[]> effective;

  private BentoSignatures(Map<String, byte[]> effective) {
    this.effective = effective;
  }

  static BentoSignatures of(DishGraph graph, WorkspaceKeys keys)
      throws WorkspaceProblem, InterruptedException {
    List<Dish> needed = new ArrayList<>();
    // Level by level, so that what a dish depends on is there before it.
    for (List<Dish> level : graph.levels()) {
      for (Dish dish : level) {
        if (!graph.directDependants(dish.name()).isEmpty()) {
          needed.add(dish);
        }
      }
    }
    byte[][] contents = new byte[needed.size()][];
    InParallel.run(
        needed.size(), Planner.WORTH_A_THREAD, i -> contents[i] = keys.signature(needed.get(i)));
    Map<String, byte[]> effective = new HashMap<>();
    for (int i = 0; i < needed.size(); i++) {
      Dish dish = needed.get(i);
      byte[] content = contents[i];
      Map<String, byte[]> dependencies = new HashMap<>();
      for (String name : graph.dependencies(dish.name())) {
        byte[] known = effective.get(name);
        if (known != null) {
          dependencies.put(name, known);
        }
      }
      effective.put(
          dish.name(),
          dish.forceIndependent() ? content : Signatures.effective(content, dependencies));
    }
    return new BentoSignatures(effective);
  }

  /** In hexadecimal by name, for the key of a dish; none if it is independent. */
  Map<String, String> of(Dish dish) {
    if (dish.forceIndependent() || dish.dependsOn().isEmpty()) {
      return Map.of();
    }
    Map<String, String> named = new TreeMap<>();
    for (String name : dish.dependsOn()) {
      byte[] signature = effective.get(name);
      if (signature == null) {
        throw new IllegalStateException("a dependency has no signature: " + name);
      }
      named.put(name, Blake3.hex(signature));
    }
    return named;
  }
}
