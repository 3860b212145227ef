package io.polyplug.monorepo;

import io.polyplug.base.Clock;
import io.polyplug.monorepo.key.KeyMemory;
import io.polyplug.monorepo.store.LocalStore;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the files of the workspace that a command is probably about, on a thread of its own,
 * while the program still finds out what the command is: looking is most of what a command costs
 * when nothing has changed. The first {@link Monorepo} of that workspace goes on with it, and
 * nobody else sees it.
 */
public final class EarlyLook {
  private static final AtomicReference<@Nullable EarlyLook> BEGUN = new AtomicReference<>();

  /** Where is looked, and what is known of it. */
  private record Looking(Path root, Path cache, KeyMemory memory) {}

  private final CompletableFuture<Optional<Looking>> looking = new CompletableFuture<>();

  private EarlyLook() {}

  /** Begins, and returns at once. Worth it for commands that need keys. */
  public static void begin(Path folder, Map<String, String> environment, Clock clock) {
    EarlyLook look = new EarlyLook();
    BEGUN.set(look);
    Thread.ofPlatform()
        .daemon()
        .name("bento-early-look")
        .start(() -> look.run(folder, environment, clock));
  }

  private void run(Path folder, Map<String, String> environment, Clock clock) {
    try {
      Path root = Monorepo.root(Optional.empty(), environment, folder);
      Path cache = LocalStore.rootIn(environment);
      KeyMemory memory = KeyMemory.open(cache, root, clock);
      looking.complete(Optional.of(new Looking(root, cache, memory)));
      memory.lookAhead();
    } catch (WorkspaceProblem e) {
      // Whoever wants this workspace meets the same problem, and tells of it.
    } finally {
      looking.complete(Optional.empty());
    }
  }

  /** What was begun for this workspace, once; empty if nothing was. */
  static Optional<KeyMemory> take(Path root, Path cache) {
    EarlyLook begun = BEGUN.getAndSet(null);
    if (begun == null) {
      return Optional.empty();
    }
    try {
      // Reading one file is all that there may be to wait for.
      return begun
          .looking
          .get()
          .filter(it -> it.root().equals(root) && it.cache().equals(cache))
          .map(Looking::memory);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    } catch (ExecutionException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
