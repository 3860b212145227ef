package io.polyplug.monorepo;

import io.polyplug.base.UntrustedText;
import io.polyplug.monorepo.config.Bento;
import io.polyplug.monorepo.config.Workspace;
import io.polyplug.monorepo.inspect.WhyAnswer;
import io.polyplug.monorepo.plan.DishGraph;
import io.polyplug.monorepo.plan.PreparedDish;
import io.polyplug.monorepo.plan.ResolvedTask;
import io.polyplug.monorepo.plan.WorkspaceKeys;
import io.polyplug.monorepo.store.LocalStore;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds out what went into the keys that a task has now, one for each bento that it is in. */
final class WhyTask {
  private final Workspace workspace;
  private final Optional<String> only;
  private final LocalStore store;
  private final WorkspaceKeys keys;

  WhyTask(Workspace workspace, Optional<String> only, LocalStore store, WorkspaceKeys keys) {
    this.workspace = workspace;
    this.only = only;
    this.store = store;
    this.keys = keys;
  }

  Answer of(PreparedDish dish, String taskName) throws WorkspaceProblem, InterruptedException {
    List<String> names = new ArrayList<>();
    for (ResolvedTask task : dish.tasks()) {
      names.add(task.name());
      if (task.name().equals(taskName)) {
        return of(dish, task);
      }
    }
    throw new WorkspaceProblem(
        ProblemKind.WHY_TASK_NOT_FOUND,
        "the dish "
            + UntrustedText.escape(dish.dish().name())
            + " has no task "
            + UntrustedText.excerpt(taskName, 80),
        Optional.empty(),
        Optional.empty(),
        names);
  }

  private Answer of(PreparedDish dish, ResolvedTask task)
      throws WorkspaceProblem, InterruptedException {
    Set<String> seen = new HashSet<>();
    List<WhyAnswer.Entry> entries = new ArrayList<>();
    String last = "";
    for (Bento bento : workspace.bentos()) {
      boolean counts = only.isEmpty() || only.get().equals(bento.name());
      if (counts && bento.dishes().contains(dish.dish())) {
        last = keys.bento(DishGraph.of(bento)).key(dish, task);
        if (seen.add(last) && store.contains(last)) {
          entries.add(new WhyAnswer.Entry(last, store.sidecar(last)));
        }
      }
    }
    if (entries.isEmpty()) {
      throw new WorkspaceProblem(
          ProblemKind.WHY_NO_CACHE_ENTRY,
          "no result is kept for "
              + UntrustedText.escape(dish.dish().name() + ":" + task.name())
              + (last.isEmpty() ? "" : ", whose key is " + last),
          Optional.empty(),
          Optional.empty(),
          List.of("polyplug bento " + task.name() + " " + dish.dish().name()));
    }
    return WhyAnswer.of(entries, last);
  }
}
