package io.polyplug.monorepo.run;

import io.polyplug.monorepo.MonorepoLog;
import io.polyplug.monorepo.WorkspaceProblem;
import io.polyplug.monorepo.config.Workspace;
import io.polyplug.monorepo.files.OutputWalk;
import io.polyplug.monorepo.plan.PreparedDish;
import io.polyplug.monorepo.plan.ResolvedTask;
import io.polyplug.monorepo.remote.RemoteResult;
import io.polyplug.monorepo.remote.RemoteTier;
import io.polyplug.monorepo.store.LocalStore;
import io.polyplug.monorepo.store.OutputFile;
import io.polyplug.monorepo.store.Restoration;
import io.polyplug.monorepo.store.Sidecar;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Results in the local store and, behind it, on a server. Safe from any thread. */
public final class CachedResults implements TaskResults {
  private final Workspace workspace;
  private final LocalStore store;
  private final Optional<RemoteTier> remote;
  private final boolean onlyKept;
  private final MonorepoLog log;

  /**
   * For one run.
   *
   * @param onlyKept whether nobody hears what the run says if it does not succeed: then bad results
   *     are left for another run to find
   */
  public CachedResults(
      Workspace workspace,
      LocalStore store,
      Optional<RemoteTier> remote,
      boolean onlyKept,
      MonorepoLog log) {
    this.onlyKept = onlyKept;
    this.workspace = workspace;
    this.store = store;
    this.remote = remote;
    this.log = log;
  }

  @Override
  public boolean restore(PreparedDish dish, ResolvedTask task, String key) {
    if (restoreLocally(dish, key)) {
      if (remote.isPresent() && workspace.settings().remote().writeThrough()) {
        var _ = remote.get().putIfAbsent(key);
      }
      return true;
    }
    return remote.isPresent()
        && remote.get().fetch(key) instanceof RemoteResult.Done
        && restoreLocally(dish, key);
  }

  private boolean restoreLocally(PreparedDish dish, String key) {
    Path folder = dish.dish().directory();
    Restoration came =
        onlyKept
            ? store.restoreOrLeave(key, folder, workspace.root())
            : store.restore(key, folder, workspace.root());
    return switch (came) {
      case Restoration.Restored _ -> true;
      case Restoration.Absent _ -> false;
      case Restoration.Rejected bad -> {
        log.warn("the kept result " + key + " was bad and is gone: " + bad.reason());
        yield false;
      }
      case Restoration.Incomplete bad -> {
        log.warn("the kept result " + key + " could not be restored: " + bad.reason());
        yield false;
      }
    };
  }

  @Override
  public void keep(
      PreparedDish dish, ResolvedTask task, String key, Sidecar contents, TaskEnd end) {
    try {
      store.store(
          key,
          end.stdout(),
          end.stderr(),
          outputs(dish.dish().directory(), task.outputs()),
          outputs(workspace.root(), task.workspaceOutputs()));
      store.storeSidecar(key, contents);
    } catch (IOException | WorkspaceProblem e) {
      if (!Thread.currentThread().isInterrupted()) {
        log.warn(
            "the result of "
                + dish.dish().name()
                + ':'
                + task.name()
                + " could not be kept: "
                + e.getMessage());
      }
      return;
    }
    if (remote.isPresent()) {
      var _ = remote.get().put(key);
    }
  }

  private static List<OutputFile> outputs(Path anchor, List<String> globs) throws WorkspaceProblem {
    if (globs.isEmpty()) {
      return List.of();
    }
    List<OutputFile> files = new ArrayList<>();
    for (io.polyplug.monorepo.files.OutputFile found : OutputWalk.bundle(anchor, globs)) {
      files.add(OutputFile.below(anchor, found.file()));
    }
    return files;
  }
}
