package io.polyplug.monorepo.run;

import io.polyplug.monorepo.WorkspaceProblem;
import io.polyplug.monorepo.config.Dish;
import io.polyplug.monorepo.plan.DishGraph;
import io.polyplug.monorepo.plan.Planner;
import io.polyplug.monorepo.plan.Preparation;
import io.polyplug.monorepo.plan.PreparedDish;
import io.polyplug.monorepo.plan.Selection;
import io.polyplug.monorepo.plan.TaskKeys;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What is to be run of a bento.
 *
 * @param levels each needs only what is in those before it
 * @param keys knows the keys of its tasks
 */
public record BentoRun(String name, List<List<PreparedDish>> levels, TaskKeys keys) {
  public BentoRun {
    levels = List.copyOf(levels);
  }

  int tasks() {
    int tasks = 0;
    for (List<PreparedDish> level : levels) {
      for (PreparedDish dish : level) {
        tasks += dish.tasks().size();
      }
    }
    return tasks;
  }

  /**
   * What is to be run of each selected bento.
   *
   * @param task only the tasks of this name
   */
  public static List<BentoRun> all(
      List<Selection.Selected> selected,
      Optional<String> task,
      Preparation preparation,
      Planner.KeysOf keys)
      throws WorkspaceProblem, InterruptedException {
    List<BentoRun> runs = new ArrayList<>();
    for (Selection.Selected each : selected) {
      DishGraph graph = DishGraph.of(each.bento());
      Set<String> wantedNames = new HashSet<>();
      for (Dish dish : each.dishes()) {
        wantedNames.add(dish.name());
      }
      List<List<PreparedDish>> levels = new ArrayList<>();
      for (List<Dish> level : graph.levels()) {
        List<PreparedDish> dishes = new ArrayList<>();
        for (Dish dish : level) {
          if (wantedNames.contains(dish.name())) {
            PreparedDish prepared = preparation.of(dish);
            Optional<PreparedDish> wanted =
                task.isEmpty() ? Optional.of(prepared) : prepared.only(task.get());
            wanted.ifPresent(dishes::add);
          }
        }
        if (!dishes.isEmpty()) {
          levels.add(dishes);
        }
      }
      runs.add(new BentoRun(each.bento().name(), levels, keys.bento(graph)));
    }
    return runs;
  }
}
