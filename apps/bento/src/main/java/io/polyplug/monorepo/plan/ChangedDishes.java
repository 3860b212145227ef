package io.polyplug.monorepo.plan;

import io.polyplug.monorepo.config.Bento;
import io.polyplug.monorepo.config.Dish;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which dishes of a bento changed files concern. Pure functions. */
final class ChangedDishes {
  private ChangedDishes() {}

  /**
   * The names of dishes with a changed file, and of those that depend on one of them; one that is
   * independent by force does not pass that on.
   *
   * @param files relative to the root, with forward slashes
   */
  static Set<String> of(Bento bento, DishGraph graph, List<String> files) {
    Map<String, Dish> dishes = new HashMap<>();
    Set<String> changed = new HashSet<>();
    Deque<String> open = new ArrayDeque<>();
    for (Dish dish : bento.dishes()) {
      dishes.put(dish.name(), dish);
      if (containsAny(dish.path(), files)) {
        changed.add(dish.name());
        open.add(dish.name());
      }
    }
    while (!open.isEmpty()) {
      for (String dependant : graph.directDependants(open.remove())) {
        Dish dish = dishes.get(dependant);
        if (dish != null && !dish.forceIndependent() && changed.add(dependant)) {
          open.add(dependant);
        }
      }
    }
    return changed;
  }

  private static boolean containsAny(String written, List<String> files) {
    String path = plain(written);
    for (String file : files) {
      if (path.isEmpty() || file.startsWith(path + "/")) {
        return true;
      }
    }
    return false;
  }

  /** Without what may stand in a path and means nothing. */
  private static String plain(String path) {
    StringBuilder out = new StringBuilder();
    for (String part : path.split("/", -1)) {
      if (!part.isEmpty() && !part.equals(".")) {
        out.append(out.isEmpty() ? "" : "/").append(part);
      }
    }
    return out.toString();
  }
}
