package io.polyplug.monorepo.plan;

import java.util.List;
import java.util.Optional;

/**
 * What a run would do now, as far as this machine alone can tell.
 *
 * @param orphans directories with a dish that no bento has
 */
public record Plan(List<PlannedBento> bentos, List<String> orphans) {
  /** A group of dishes, in the order written. */
  public record PlannedBento(String name, List<PlannedDish> dishes) {}

  /**
   * A dish.
   *
   * @param diffClean whether nothing in it has changed since the revision asked for
   */
  public record PlannedDish(
      String name,
      String path,
      Optional<String> language,
      boolean diffClean,
      List<PlannedTask> tasks) {}

  /**
   * A task.
   *
   * @param key empty if it has none
   */
  public record PlannedTask(String name, String run, String key, PlanStatus status) {}

  /** The numbers of a plan. */
  public record Summary(int dishes, int tasks, int hits, int misses, int skipped) {}

  public Plan {
    bentos = List.copyOf(bentos);
    orphans = List.copyOf(orphans);
  }

  public Summary summary() {
    int dishes = 0;
    int tasks = 0;
    int hits = 0;
    int misses = 0;
    int skipped = 0;
    for (PlannedBento bento : bentos) {
      for (PlannedDish dish : bento.dishes()) {
        dishes++;
        for (PlannedTask task : dish.tasks()) {
          switch (task.status()) {
            case CACHE_HIT -> hits++;
            case UNCACHEABLE, FORCED, NEVER_CACHED -> misses++;
            case DIFF_CLEAN -> skipped++;
            case NO_ADAPTER -> {
              continue;
            }
          }
          tasks++;
        }
      }
    }
    return new Summary(dishes, tasks, hits, misses, skipped);
  }
}
