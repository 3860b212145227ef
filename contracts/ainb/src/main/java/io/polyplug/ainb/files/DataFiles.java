package io.polyplug.ainb.files;

import io.polyplug.ainb.Capability;
import io.polyplug.ainb.protocol.AinbErrors;
import io.polyplug.base.Clock;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Writes the data of plugins (5.4): only below a plugin's own folder, through no link that leads
 * out of it, and so that a reader sees the old file or the new one. Safe from any thread.
 */
public final class DataFiles {
  private static final String UNFINISHED = ".new-";

  /** What the writers into one folder share, so that no plugin waits for the files of another. */
  private record Writers(FileWork work, ReentrantLock makingFolders) {}

  private final Map<Path, Writers> writers = new ConcurrentHashMap<>();
  private final Clock clock;

  public DataFiles(Clock clock) {
    this.clock = clock;
  }

  /** Whether no folder is part of the other, wherever links lead. */
  public static boolean areApart(Path one, Path other) {
    Path first = RealPath.of(one);
    Path second = RealPath.of(other);
    return !first.startsWith(second) && !second.startsWith(first);
  }

  /** Writes a file whose path is relative to the plugin's folder; makes what folders it needs. */
  public void write(Path root, String path, byte[] bytes) throws InterruptedException {
    Writers shared =
        writers.computeIfAbsent(root, it -> new Writers(new FileWork(clock), new ReentrantLock()));
    shared.work().run("write", () -> written(root, path, bytes, shared.makingFolders()));
  }

  private static int written(Path root, String path, byte[] bytes, ReentrantLock makingFolders) {
    Path folder = RealPath.of(root);
    Path target = target(root, folder, path);
    Path name = target.getFileName();
    try {
      if (target.equals(folder) || name == null) {
        throw new IOException("is a folder");
      }
      Files.createDirectories(folder);
      try (OpenFolder parent = parent(folder, folder.relativize(target), makingFolders)) {
        replace(parent, name, bytes);
      }
      return bytes.length;
    } catch (IOException failure) {
      throw AinbErrors.internal("write " + path + ": " + Reasons.of(failure));
    }
  }

  private static Path target(Path root, Path folder, String path) {
    if (path.isEmpty()) {
      throw AinbErrors.invalidParams("path: expected the name of a file");
    }
    try {
      Path relative = Path.of(path);
      Path target = RealPath.of(root.resolve(relative));
      if (relative.isAbsolute() || !target.startsWith(folder)) {
        throw AinbErrors.denied(Capability.WRITE_PLUGIN_DATA);
      }
      return target;
    } catch (InvalidPathException noPath) {
      throw AinbErrors.invalidParams("path: no file can have this name");
    }
  }

  private static OpenFolder parent(Path root, Path below, ReentrantLock makingFolders)
      throws IOException {
    OpenFolder folder = OpenFolder.at(root);
    for (int i = 0; i < below.getNameCount() - 1; i++) {
      try (OpenFolder above = folder) {
        folder = opened(root, above, below.getName(i), makingFolders);
      }
    }
    return folder;
  }

  private static OpenFolder opened(
      Path root, OpenFolder above, Path name, ReentrantLock makingFolders) throws IOException {
    try {
      return above.folder(name);
    } catch (NoSuchFileException missing) {
      makingFolders.lock();
      try {
        make(root, above, name);
      } finally {
        makingFolders.unlock();
      }
      return above.folder(name);
    }
  }

  /** Made at the root and moved: nothing makes a folder in one that is held open. */
  private static void make(Path root, OpenFolder above, Path name) throws IOException {
    if (exists(above, name)) {
      return;
    }
    Path made = Files.createDirectory(root.resolve(UNFINISHED + UUID.randomUUID()));
    Path madeName = root.relativize(made);
    try (OpenFolder top = OpenFolder.at(root)) {
      try {
        top.rename(madeName, above, name);
      } catch (IOException failure) {
        top.deleteFolder(madeName);
        throw failure;
      }
    }
  }

  private static boolean exists(OpenFolder folder, Path name) throws IOException {
    try {
      return folder.attributes(name).creationTime() != null;
    } catch (NoSuchFileException missing) {
      return false;
    }
  }

  private static void replace(OpenFolder folder, Path name, byte[] bytes) throws IOException {
    Path unfinished = Path.of(UNFINISHED + UUID.randomUUID());
    var options = Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);
    try (OutputStream out = Channels.newOutputStream(folder.open(unfinished, options))) {
      out.write(bytes);
    } catch (IOException failure) {
      discard(folder, unfinished, failure);
      throw failure;
    }
    try {
      folder.rename(unfinished, folder, name);
    } catch (IOException failure) {
      discard(folder, unfinished, failure);
      throw failure;
    }
  }

  private static void discard(OpenFolder folder, Path name, IOException failure) {
    try {
      folder.deleteFile(name);
    } catch (IOException notThere) {
      failure.addSuppressed(notThere);
    }
  }
}
