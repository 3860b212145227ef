package io.polyplug.monorepo.plan;

import io.polyplug.bento.Toolchain;
import io.polyplug.monorepo.WorkspaceProblem;
import io.polyplug.monorepo.adapters.Adapter;
import io.polyplug.monorepo.adapters.AdapterRegistry;
import io.polyplug.monorepo.config.Dish;
import io.polyplug.monorepo.key.InParallel;
import io.polyplug.monorepo.plan.RememberedDish.RememberedPin;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Finds the language and the tasks of dishes, once for each. Safe from any thread. */
public final class Preparation {
  private final AdapterRegistry adapters;
  private final Map<String, RememberedDish> remembered;
  // By the path as it is written: the hash of a whole record costs more than all the rest.
  private final Map<String, PreparedDish> prepared = new ConcurrentHashMap<>();
  private final Map<String, RememberedPin> pins = new ConcurrentHashMap<>();
  private volatile boolean learned;

  /**
   * Nothing is prepared yet.
   *
   * @param remembered by the path as it is written, and still true
   */
  public Preparation(AdapterRegistry adapters, Map<String, RememberedDish> remembered) {
    this.adapters = adapters;
    this.remembered = remembered;
  }

  /** Prepares many, on several threads where that pays; plugins are asked one at a time anyway. */
  void all(List<Dish> dishes) throws WorkspaceProblem, InterruptedException {
    if (remembered.size() >= dishes.size()) {
      // There is next to nothing left to do, and no thread is worth it.
      return;
    }
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
      known = recalled(dish);
      if (known == null) {
        Optional<Adapter> adapter = adapters.of(dish);
        known = new PreparedDish(dish, adapter, TaskTable.of(dish, adapter));
        learned = true;
      }
      prepared.put(dish.path(), known);
    }
    return known;
  }

  private @Nullable PreparedDish recalled(Dish dish) {
    RememberedDish known = remembered.get(dish.path());
    if (known == null) {
      return null;
    }
    Optional<Adapter> adapter = adapters.builtin(known.adapter());
    return adapter.isEmpty() ? null : new PreparedDish(dish, adapter, known.tasks());
  }

  /** What the project of a dish pins. */
  Optional<Toolchain> pin(PreparedDish dish, Adapter adapter) throws WorkspaceProblem {
    RememberedDish known = remembered.get(dish.dish().path());
    if (known != null && known.pin().isPresent()) {
      return known.pin().get().toolchain();
    }
    Optional<Toolchain> pin = adapter.pin(dish.dish().directory());
    pins.put(dish.dish().path(), new RememberedPin(pin));
    learned = true;
    return pin;
  }

  /** Whether more is known than what was remembered. */
  public boolean hasLearned() {
    return learned;
  }

  /**
   * All that may be remembered: what plugins say, or would have been asked, is asked every time.
   */
  public Map<String, RememberedDish> learned() {
    Map<String, RememberedDish> all = new HashMap<>(remembered);
    for (Map.Entry<String, PreparedDish> entry : prepared.entrySet()) {
      PreparedDish dish = entry.getValue();
      Optional<Adapter> builtin = dish.language().flatMap(adapters::builtin);
      if (builtin.isPresent() && builtin.equals(dish.adapter())) {
        RememberedDish old = remembered.get(entry.getKey());
        RememberedPin pin = pins.get(entry.getKey());
        Optional<RememberedPin> known =
            pin != null ? Optional.of(pin) : old == null ? Optional.empty() : old.pin();
        all.put(entry.getKey(), new RememberedDish(builtin.get().id(), dish.tasks(), known));
      }
    }
    return all;
  }
}
