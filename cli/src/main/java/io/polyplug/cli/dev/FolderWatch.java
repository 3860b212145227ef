package io.polyplug.cli.dev;

import io.polyplug.base.UntrustedText;
import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.nio.file.Watchable;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Tells when something in a folder or below it has changed, once for changes that come together.
 * Folders that are made later are watched too; links are not followed. One thread awaits; any may
 * close, which ends the waiting. What happens between two waits is not lost.
 */
public final class FolderWatch implements AutoCloseable {
  private static final int MOST_FOLDERS = 2_000;
  private static final int MOST_NAMES = 100;
  private static final int LONGEST_NAME = 120;

  /** An editor writes a file in several steps, and a compiler many files. */
  private static final long QUIET_MILLIS = 200;

  /** Whatever never rests is looked at now and then all the same. */
  private static final int MOST_ROUNDS = 100;

  private final Path root;
  private final int mostFolders;
  private final WatchService service;
  private final Consumer<String> say;
  private final Set<Path> ours;
  private boolean saidTooMany;

  /**
   * What changed.
   *
   * @param first the name of one file, relative to the folder, safe to show; empty if nobody knows
   *     because there were too many
   * @param others how many more
   */
  public record Change(String first, int others) {
    @Override
    public String toString() {
      return first.isEmpty()
          ? "many files changed"
          : others == 0 ? first + " changed" : first + " and " + others + " more changed";
    }
  }

  /**
   * Watches from now on.
   *
   * @param ours files that this program writes itself, which are no changes
   * @param say takes a sentence about what cannot be watched
   */
  public FolderWatch(Path root, Set<Path> ours, Consumer<String> say) throws IOException {
    this(root, ours, say, MOST_FOLDERS);
  }

  FolderWatch(Path root, Set<Path> ours, Consumer<String> say, int mostFolders) throws IOException {
    this.root = root;
    this.ours = Set.copyOf(ours);
    this.say = say;
    this.mostFolders = mostFolders;
    this.service = root.getFileSystem().newWatchService();
    register();
  }

  /** Waits for the next change; empty if this was closed or the folder is gone. */
  public Optional<Change> await() throws InterruptedException {
    Set<String> names = new LinkedHashSet<>();
    try {
      while (names.isEmpty()) {
        note(service.take(), names);
      }
      for (int i = 0; i < MOST_ROUNDS; i++) {
        WatchKey more = service.poll(QUIET_MILLIS, TimeUnit.MILLISECONDS);
        if (more == null) {
          break;
        }
        note(more, names);
      }
      if (!Files.isDirectory(root)) {
        say.accept("the folder is gone, so nothing is watched any more");
        return Optional.empty();
      }
      register();
    } catch (ClosedWatchServiceException e) {
      return Optional.empty();
    } catch (IOException e) {
      say.accept("the folder cannot be watched any more: " + UntrustedText.escape(e.toString()));
      return Optional.empty();
    }
    // Editors write to another name first: what is still there is what people know.
    List<String> there = names.stream().filter(it -> Files.exists(root.resolve(it))).toList();
    List<String> told = there.isEmpty() ? List.copyOf(names) : there;
    return Optional.of(new Change(names.contains("") ? "" : told.getFirst(), told.size() - 1));
  }

  private void note(WatchKey key, Set<String> names) {
    for (WatchEvent<?> event : key.pollEvents()) {
      String name = name(key.watchable(), event.context());
      if (name != null && names.size() < MOST_NAMES) {
        names.add(name);
      }
    }
    if (!key.reset() && key.watchable().equals(root)) {
      names.add(".");
    }
  }

  /** Empty for too many events, of which nobody knows what they were; null if it is ignored. */
  private @Nullable String name(Watchable folder, @Nullable Object file) {
    if (!(file instanceof Path name) || !(folder instanceof Path where)) {
      return "";
    }
    return IgnoredFiles.has(name.toString()) || ours.contains(where.resolve(name))
        ? null
        : UntrustedText.excerpt(root.relativize(where.resolve(name)).toString(), LONGEST_NAME);
  }

  /** All folders; one that is watched already stays so. */
  private void register() throws IOException {
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          private int folders;

          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
              throws IOException {
            if (!folder.equals(root) && IgnoredFiles.has(String.valueOf(folder.getFileName()))) {
              return FileVisitResult.SKIP_SUBTREE;
            }
            if (folders++ >= mostFolders) {
              tooMany();
              return FileVisitResult.TERMINATE;
            }
            return watch(folder);
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException gone) {
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private FileVisitResult watch(Path folder) throws IOException {
    try {
      folder.register(
          service,
          StandardWatchEventKinds.ENTRY_CREATE,
          StandardWatchEventKinds.ENTRY_MODIFY,
          StandardWatchEventKinds.ENTRY_DELETE);
      return FileVisitResult.CONTINUE;
    } catch (IOException e) {
      if (folder.equals(root)) {
        throw e;
      }
      // It was removed in this moment, or is closed to us.
      return FileVisitResult.SKIP_SUBTREE;
    }
  }

  private void tooMany() {
    if (!saidTooMany) {
      saidTooMany = true;
      say.accept(
          "there are more than %d folders, and only so many are watched: name a smaller folder"
              .formatted(mostFolders));
    }
  }

  @Override
  public void close() {
    try {
      service.close();
    } catch (IOException e) {
      // It tells nobody anything any more.
    }
  }
}
