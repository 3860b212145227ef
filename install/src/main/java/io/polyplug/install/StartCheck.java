package io.polyplug.install;

import io.polyplug.base.UntrustedText;
import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.PluginInfo;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Lets a plugin start only if the files that were installed are as they were: for {@code
 * HostBuilder.beforeStart}. Looks at sizes and times, and reads a file only where these differ.
 * Files that came later are tolerated, because plugins write caches. A plugin that was not
 * installed by a store is not checked. Safe from any thread.
 */
public final class StartCheck implements Consumer<PluginInfo> {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** There is nothing to choose: where a plugin is installed says which store it is of. */
  public StartCheck() {}

  /** Throws {@link PluginFailure} if a file is not what was installed. */
  @Override
  public void accept(PluginInfo plugin) {
    Optional<StoreLayout> store = StoreLayout.of(plugin);
    if (store.isEmpty()) {
      return;
    }
    try {
      check(plugin, store.get());
    } catch (IOException e) {
      throw failure(plugin, "its files cannot be checked: " + DiskWords.of(e), e);
    } catch (InstallProblem e) {
      throw failure(plugin, String.valueOf(e.getMessage()), e);
    }
  }

  private static void check(PluginInfo plugin, StoreLayout store) throws IOException {
    Map<FileRecord, FileRecord> touched = new HashMap<>();
    Optional<FileChecks.Fault> fault = fault(plugin, store, touched);
    if (fault.isPresent() && FileTree.exists(store.staging())) {
      fault = faultAfterwards(plugin, store, touched, fault);
    }
    if (fault.isPresent()) {
      throw failure(plugin, sentence(plugin, fault.get()), null);
    }
    if (!touched.isEmpty()) {
      refresh(plugin, store, touched);
    }
  }

  /** An upgrade may be half done: it is finished first, by whoever does it or by us. */
  private static Optional<FileChecks.Fault> faultAfterwards(
      PluginInfo plugin,
      StoreLayout store,
      Map<FileRecord, FileRecord> touched,
      Optional<FileChecks.Fault> before)
      throws IOException {
    try (StoreLock _ = StoreLock.take(store.lock(), "checking a plugin", PATIENCE)) {
      for (Leftover left : new Sweep(store, Steps.NONE).run()) {
        if (left.id().filter(plugin.installation()::equals).isPresent()) {
          throw failure(plugin, left.sentence(), null);
        }
      }
      touched.clear();
      return fault(plugin, store, touched);
    } catch (InstallProblem | AccessDeniedException e) {
      // Somebody downloads for long, or the store is not ours: what was seen counts.
      return before;
    }
  }

  private static Optional<FileChecks.Fault> fault(
      PluginInfo plugin, StoreLayout store, Map<FileRecord, FileRecord> touched)
      throws IOException {
    Optional<LockEntry> entry = LockFile.read(store.lockFile(plugin.installation()));
    return entry.isEmpty()
        ? Optional.empty()
        : new FileChecks(store.folder(plugin.installation())).fault(entry.get(), touched);
  }

  private static String sentence(PluginInfo plugin, FileChecks.Fault fault) {
    String file = UntrustedText.excerpt(fault.file().path(), 200);
    return "its file %s %s since it was installed: look with polyplug verify %s, or install it anew with polyplug upgrade %s"
        .formatted(
            file,
            fault.state() == FileChecks.State.MISSING ? "is gone" : "has changed",
            plugin.installation(),
            plugin.installation());
  }

  /** Notes the new times, so that the files need not be read again; not if somebody is at work. */
  private static void refresh(
      PluginInfo plugin, StoreLayout store, Map<FileRecord, FileRecord> touched) {
    Path lockFile = store.lockFile(plugin.installation());
    try {
      Optional<StoreLock> lock = StoreLock.takeIfFree(store.lock(), "checking a plugin");
      if (lock.isEmpty()) {
        return;
      }
      try (StoreLock _ = lock.get()) {
        Optional<LockEntry> entry = LockFile.read(lockFile);
        if (entry.isPresent()) {
          // An entry that was replaced meanwhile has other files, which are left as they are.
          List<FileRecord> newer =
              entry.get().files().stream().map(file -> touched.getOrDefault(file, file)).toList();
          DurableFile.write(lockFile, LockFile.bytes(entry.get().withFiles(newer)));
        }
      }
    } catch (InstallProblem | IOException e) {
      // A store that is busy or cannot be written: the next start reads the files again.
    }
  }

  private static PluginFailure failure(
      PluginInfo plugin, String sentence, @Nullable Exception cause) {
    return new PluginFailure(
        new Failure(FailureCode.INVALID_CONFIGURATION, plugin.id(), sentence), cause);
  }
}
