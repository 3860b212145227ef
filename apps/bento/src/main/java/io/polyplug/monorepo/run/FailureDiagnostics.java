package io.polyplug.monorepo.run;

import io.polyplug.bento.Diagnostic;
import io.polyplug.monorepo.plan.PreparedDish;
import io.polyplug.monorepo.plan.ResolvedTask;
import java.util.List;

/**
 * Finds out what is wrong with a task that failed. Safe from any thread. Whatever goes wrong, there
 * are no diagnostics then.
 */
public interface FailureDiagnostics {
  /** What the adapter's hook for a task of this name finds; empty without one. */
  List<Diagnostic> of(PreparedDish dish, ResolvedTask task) throws InterruptedException;
}
