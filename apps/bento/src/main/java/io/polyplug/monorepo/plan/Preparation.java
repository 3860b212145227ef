package io.polyplug.monorepo.plan;

import io.polyplug.monorepo.WorkspaceProblem;
import io.polyplug.monorepo.adapters.Adapter;
import io.polyplug.monorepo.adapters.AdapterRegistry;
import io.polyplug.monorepo.config.Dish;
import io.polyplug.monorepo.key.InParallel;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Finds the language and the tasks of dishes, once for each. Safe from any thread. */
public final class Preparation {
  private final AdapterRegistry adapters;
  // By the path as it is written: the hash of a whole record costs more than all the rest.
  private final Map<String, PreparedDish> prepared = new ConcurrentHashMap<>();

  public Preparation(AdapterRegistry adapters) {
    this.adapters = adapters;
  }

  /** Prepares many, on several threads where that pays; plugins are asked one at a time anyway. */
  void all(List<Dish> dishes) throws WorkspaceProblem, InterruptedException {
    InParallel.run(
        dishes.size(),
        Planner.WORTH_A_THREAD,
        i -> {
          var _ = of(dishes.get(i));
        });
  }

  public PreparedDish of(Dish dish) throws WorkspaceProblem {
    PreparedDish known = prepared.get(dish.path());
    if (known == null) {
      Optional<Adapter> adapter = adapters.of(dish);
      known = new PreparedDish(dish, adapter, TaskTable.of(dish, adapter));
      prepared.put(dish.path(), known);
    }
    return known;
  }
}
