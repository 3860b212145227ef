package io.polyplug.monorepo.plan;

import io.polyplug.monorepo.WorkspaceProblem;
import io.polyplug.monorepo.config.Dish;
import io.polyplug.monorepo.config.OrphanSearch;
import io.polyplug.monorepo.key.InParallel;
import io.polyplug.monorepo.plan.Plan.PlannedBento;
import io.polyplug.monorepo.plan.Plan.PlannedDish;
import io.polyplug.monorepo.plan.Plan.PlannedTask;
import io.polyplug.monorepo.plan.Selection.Selected;
import io.polyplug.monorepo.store.LocalStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Says what a run would do. Runs no task and asks no server. Used by one thread. */
public final class Planner {
  /** Makes what knows the keys of a bento. */
  public interface KeysOf {
    TaskKeys bento(DishGraph graph) throws WorkspaceProblem, InterruptedException;
  }

  /** How many dishes pay for a thread. */
  static final int WORTH_A_THREAD = 16;

  /** For what asks for no key. */
  public static final KeysOf NO_KEYS = _ -> NoKeys.NONE;

  private final Preparation preparation;
  private final KeysOf keys;
  private final LocalStore store;
  private final boolean noCache;

  public Planner(Preparation preparation, KeysOf keys, LocalStore store, boolean noCache) {
    this.preparation = preparation;
    this.keys = keys;
    this.store = store;
    this.noCache = noCache;
  }

  private enum NoKeys implements TaskKeys {
    NONE;

    @Override
    public String key(PreparedDish dish, ResolvedTask task) {
      throw new IllegalStateException("nobody runs a task here");
    }

    @Override
    public List<String> keys(PreparedDish dish) {
      throw new IllegalStateException("nobody runs a task here");
    }

    @Override
    public Contents contents(PreparedDish dish, ResolvedTask task) {
      throw new IllegalStateException("nobody runs a task here");
    }

    @Override
    public void written(PreparedDish dish) {}

    @Override
    public void ran() {}
  }

  /**
   * Plans.
   *
   * @param changed the files that have changed; empty if all dishes count
   */
  public Plan plan(List<Selected> selected, Optional<List<String>> changed, OrphanSearch orphans)
      throws WorkspaceProblem, InterruptedException {
    List<PlannedBento> bentos = new ArrayList<>();
    for (Selected each : selected) {
      bentos.add(plan(each, changed));
    }
    return new Plan(bentos, orphans.found());
  }

  private PlannedBento plan(Selected selected, Optional<List<String>> changed)
      throws WorkspaceProblem, InterruptedException {
    DishGraph graph = DishGraph.of(selected.bento());
    TaskKeys known = keys.bento(graph);
    Optional<Set<String>> concerned =
        changed.map(files -> ChangedDishes.of(selected.bento(), graph, files));
    List<Dish> all = selected.dishes();
    PlannedDish[] dishes = new PlannedDish[all.size()];
    InParallel.run(
        all.size(),
        WORTH_A_THREAD,
        i -> {
          Dish dish = all.get(i);
          boolean clean = concerned.isPresent() && !concerned.get().contains(dish.name());
          dishes[i] = plan(preparation.of(dish), clean, known);
        });
    return new PlannedBento(selected.bento().name(), List.of(dishes));
  }

  private PlannedDish plan(PreparedDish dish, boolean clean, TaskKeys known)
      throws WorkspaceProblem {
    List<PlannedTask> tasks = new ArrayList<>();
    List<String> keys = clean ? List.of() : known.keys(dish);
    for (int i = 0; i < dish.tasks().size(); i++) {
      ResolvedTask task = dish.tasks().get(i);
      if (clean) {
        tasks.add(new PlannedTask(task.name(), task.run(), "", PlanStatus.DIFF_CLEAN));
      } else {
        String key = keys.get(i);
        tasks.add(new PlannedTask(task.name(), task.run(), key, status(dish, task, key)));
      }
    }
    if (dish.tasks().isEmpty() && !clean) {
      tasks.add(new PlannedTask("<none>", "", "", PlanStatus.NO_ADAPTER));
    }
    return new PlannedDish(dish.dish().name(), dish.dish().path(), dish.language(), clean, tasks);
  }

  private PlanStatus status(PreparedDish dish, ResolvedTask task, String key) {
    if (!dish.canKeep(task)) {
      return PlanStatus.UNCACHEABLE;
    }
    if (noCache) {
      return PlanStatus.FORCED;
    }
    return store.contains(key) ? PlanStatus.CACHE_HIT : PlanStatus.NEVER_CACHED;
  }
}
