package io.polyplug.monorepo.plan;

import io.polyplug.monorepo.WorkspaceProblem;
import io.polyplug.monorepo.store.Sidecar;
import java.util.List;

/** Knows the key of a task at the moment it is asked. Safe from any thread. */
public interface TaskKeys {
  String key(PreparedDish dish, ResolvedTask task) throws WorkspaceProblem;

  /** The keys of all its tasks, in their order; files are read at most once for all of them. */
  List<String> keys(PreparedDish dish) throws WorkspaceProblem;

  /** The key at this moment with what goes into it, file by file: all files are read for it. */
  Contents contents(PreparedDish dish, ResolvedTask task) throws WorkspaceProblem;

  /** Files of the dish were written; what was seen of them no longer counts. */
  void written(PreparedDish dish);

  /** A command was run, which may have written anything anywhere. */
  void ran();

  /** A key and what went into it. */
  record Contents(String key, Sidecar sidecar) {}
}
