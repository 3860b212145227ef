package io.polyplug.monorepo.plan;

import io.polyplug.base.UntrustedText;
import io.polyplug.monorepo.ProblemKind;
import io.polyplug.monorepo.WorkspaceProblem;
import io.polyplug.monorepo.config.Bento;
import io.polyplug.monorepo.config.Dish;
import io.polyplug.monorepo.config.Utf8Order;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which dishes of a bento depend on which (section 6.1). It has no cycle and no loose end: making
 * it says so. Immutable.
 */
public final class DishGraph {
  private final List<List<Dish>> levels;
  private final Map<String, Dish> dishes;
  private final Map<String, List<String>> dependencies;
  private final Map<String, List<String>> dependants;

  private DishGraph(
      Map<String, Dish> dishes,
      Map<String, List<String>> dependencies,
      Map<String, List<String>> dependants,
      List<List<Dish>> levels) {
    this.dishes = dishes;
    this.dependencies = dependencies;
    this.dependants = dependants;
    this.levels = levels;
  }

  /** The graph of a bento; a dependency that is no dish of it, or a cycle, is a problem. */
  public static DishGraph of(Bento bento) throws WorkspaceProblem {
    Map<String, Dish> dishes = new LinkedHashMap<>();
    for (Dish dish : bento.dishes()) {
      dishes.put(dish.name(), dish);
    }
    Map<String, List<String>> dependencies = new HashMap<>();
    Map<String, List<String>> dependants = new HashMap<>();
    for (Dish dish : bento.dishes()) {
      List<String> names = new ArrayList<>(new LinkedHashSet<>(dish.dependsOn()));
      names.sort(Utf8Order::compare);
      dependencies.put(dish.name(), List.copyOf(names));
      for (String name : names) {
        if (!dishes.containsKey(name)) {
          throw unknown(bento, dish, name);
        }
        dependants.computeIfAbsent(name, key -> new ArrayList<>()).add(dish.name());
      }
    }
    DishGraph graph = new DishGraph(dishes, dependencies, dependants, new ArrayList<>());
    graph.level(bento);
    return graph;
  }

  private void level(Bento bento) throws WorkspaceProblem {
    Map<String, Integer> open = new HashMap<>();
    List<String> ready = new ArrayList<>();
    for (Dish dish : bento.dishes()) {
      int count = dependencies(dish.name()).size();
      open.put(dish.name(), count);
      if (count == 0) {
        ready.add(dish.name());
      }
    }
    int done = 0;
    while (!ready.isEmpty()) {
      ready.sort(Utf8Order::compare);
      List<Dish> level = new ArrayList<>(ready.size());
      List<String> next = new ArrayList<>();
      for (String name : ready) {
        level.add(dish(name));
        for (String dependant : dependants.getOrDefault(name, List.of())) {
          if (open.merge(dependant, -1, Integer::sum) == 0) {
            next.add(dependant);
          }
        }
      }
      levels.add(List.copyOf(level));
      done += level.size();
      ready = next;
    }
    if (done < dishes.size()) {
      throw cycle(bento, open);
    }
  }

  private Dish dish(String name) {
    Dish dish = dishes.get(name);
    if (dish == null) {
      throw new IllegalArgumentException("no dish of this bento: " + UntrustedText.escape(name));
    }
    return dish;
  }

  /** Every dish in the first level that comes after all of its dependencies, by name within it. */
  public List<List<Dish>> levels() {
    return List.copyOf(levels);
  }

  /** The names of the dishes that this one names, sorted, each once. */
  public List<String> dependencies(String name) {
    return dependencies.getOrDefault(name, List.of());
  }

  /** The names of the dishes that name this one. */
  List<String> directDependants(String name) {
    return dependants.getOrDefault(name, List.of());
  }

  /** The names of the dishes that name this one, or one that does, and so on; sorted. */
  public List<String> dependants(String name) {
    Set<String> found = new HashSet<>();
    Deque<String> open = new ArrayDeque<>(dependants.getOrDefault(name, List.of()));
    while (!open.isEmpty()) {
      String next = open.remove();
      if (found.add(next)) {
        open.addAll(dependants.getOrDefault(next, List.of()));
      }
    }
    List<String> sorted = new ArrayList<>(found);
    sorted.sort(Utf8Order::compare);
    return sorted;
  }

  private static WorkspaceProblem unknown(Bento bento, Dish dish, String name) {
    List<String> known = new ArrayList<>();
    for (Dish other : bento.dishes()) {
      if (!other.name().equals(dish.name())) {
        known.add(UntrustedText.excerpt(other.name(), 100));
      }
    }
    known.sort(Utf8Order::compare);
    return new WorkspaceProblem(
        ProblemKind.CONFIG_INVALID,
        "The dish "
            + UntrustedText.excerpt(dish.name(), 100)
            + " depends on \""
            + UntrustedText.excerpt(name, 100)
            + "\", which is no dish of the bento "
            + UntrustedText.excerpt(bento.name(), 100)
            + ".",
        place(dish),
        Optional.of("Dependencies are names of dishes, and of the same bento."),
        known);
  }

  /** From any dish that could not be done, a dependency that could not is found again and again. */
  private WorkspaceProblem cycle(Bento bento, Map<String, Integer> open) {
    String at = "";
    for (Dish dish : bento.dishes()) {
      if (at.isEmpty() && open.getOrDefault(dish.name(), 0) > 0) {
        at = dish.name();
      }
    }
    List<String> way = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    while (seen.add(at)) {
      way.add(at);
      for (String name : dependencies(at)) {
        if (open.getOrDefault(name, 0) > 0) {
          at = name;
          break;
        }
      }
    }
    List<String> members = new ArrayList<>(way.subList(way.indexOf(at), way.size()));
    members.add(at);
    List<String> shown = new ArrayList<>();
    for (String member : members) {
      shown.add(UntrustedText.excerpt(member, 100));
    }
    return new WorkspaceProblem(
        ProblemKind.CONFIG_INVALID,
        "Dishes of the bento "
            + UntrustedText.excerpt(bento.name(), 100)
            + " depend on each other in a circle: "
            + String.join(" → ", shown)
            + ".",
        place(dish(at)),
        Optional.of("Take one of these names out of a depends_on."),
        List.of());
  }

  private static Optional<String> place(Dish dish) {
    String file = dish.directory().resolve("dish.toml").toString();
    return Optional.of(UntrustedText.escape(file) + " (depends_on)");
  }
}
