package io.polyplug.host.config;

import io.polyplug.host.PluginInfo;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Which plugins the user has disabled, kept in a file of the state folder: one name on a line, as
 * {@link DisabledNames} matches them.
 *
 * <p>A change replaces the file at once and whole; whoever changes it at the same time, in this
 * process or another, waits. Nothing is created before something is disabled.
 */
public final class DisabledPlugins {
  private static final String FILE = "disabled";

  /** More is not what we wrote. */
  private static final int MAX_BYTES = 1 << 20;

  /** The lock of a file keeps other processes out, and throws at a second thread of this one. */
  private static final ReentrantLock WITHIN_THIS_PROCESS = new ReentrantLock();

  private final Path folder;
  private final Path list;

  public DisabledPlugins(Path stateFolder) {
    this.folder = stateFolder.toAbsolutePath();
    this.list = folder.resolve(FILE);
  }

  /** The names as they are now. */
  public List<String> names() throws IOException {
    try {
      if (Files.size(list) > MAX_BYTES) {
        throw new IOException(list + " is larger than " + MAX_BYTES + " bytes");
      }
      return new String(Files.readAllBytes(list), StandardCharsets.UTF_8)
          .lines()
          .map(String::strip)
          .filter(line -> !line.isEmpty())
          .toList();
    } catch (NoSuchFileException e) {
      return List.of();
    }
  }

  /** Adds a plugin under this name; nothing changes if it is disabled already. */
  public void disable(PluginInfo plugin, String name) throws IOException {
    Files.createDirectories(folder);
    change(
        names -> {
          if (!new DisabledNames(names).has(plugin)) {
            names.add(name.replaceAll("\\R", " "));
          }
        });
  }

  /** Takes out every name that means this plugin; whether there was one. */
  public boolean enable(PluginInfo plugin) throws IOException {
    if (names().isEmpty()) {
      return false;
    }
    boolean[] found = new boolean[1];
    change(
        names -> found[0] = names.removeIf(name -> new DisabledNames(List.of(name)).has(plugin)));
    return found[0];
  }

  private interface Change {
    void to(List<String> names);
  }

  private void change(Change change) throws IOException {
    WITHIN_THIS_PROCESS.lock();
    try {
      changeAlone(change);
    } finally {
      WITHIN_THIS_PROCESS.unlock();
    }
  }

  private void changeAlone(Change change) throws IOException {
    try (FileChannel lock =
            FileChannel.open(
                folder.resolve(FILE + ".lock"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        var _ = lock.lock()) {
      List<String> names = new ArrayList<>(names());
      change.to(names);
      Path fresh =
          Files.createTempFile(
              folder,
              FILE,
              ".new",
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      try {
        Files.write(fresh, names);
        Files.move(
            fresh, list, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(fresh);
      }
    }
  }
}
