package io.polyplug.cli.running;

import io.polyplug.host.config.Folders;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * Where a user's running host has its socket: a folder that only this user can enter.
 *
 * <p>Asking {@link #mayBeRunning} costs one look at the file system and loads nothing of sockets.
 *
 * @param path the folder, which need not exist
 */
public record RunFolder(Path path) {
  /** What an address of a Unix domain socket holds on Linux, without the NUL at its end. */
  private static final int LONGEST_SOCKET = 107;

  private static final Set<PosixFilePermission> OURS_ALONE =
      EnumSet.of(
          PosixFilePermission.OWNER_READ,
          PosixFilePermission.OWNER_WRITE,
          PosixFilePermission.OWNER_EXECUTE);

  /**
   * Below {@code POLYPLUG_HOME} if that is set, so that separate homes do not meet; else below
   * {@code XDG_RUNTIME_DIR} if that is a folder of this user alone; else in the state folder.
   */
  public static RunFolder of(Map<String, String> environment, Folders folders) {
    String runtime = environment.getOrDefault("XDG_RUNTIME_DIR", "").strip();
    boolean separate = !environment.getOrDefault("POLYPLUG_HOME", "").isBlank();
    if (!separate && runtime.startsWith("/") && isOursAlone(Path.of(runtime))) {
      return new RunFolder(Path.of(runtime).normalize().resolve("polyplug"));
    }
    return new RunFolder(folders.state().resolve("run"));
  }

  public Path socket() {
    return path.resolve("up.sock");
  }

  /** Where the launcher asks before it starts a JVM; the launcher knows this name too. */
  public Path launcherSocket() {
    return path.resolve("sh.sock");
  }

  /** Held locked by the running host as long as it lives. */
  Path lock() {
    return path.resolve("up.lock");
  }

  /** Says who holds the lock. */
  Path note() {
    return path.resolve("up.txt");
  }

  /** Whether there is a socket; what left it may be dead. */
  public boolean mayBeRunning() {
    return Files.exists(socket(), LinkOption.NOFOLLOW_LINKS);
  }

  /** Makes the folder if it is not there, and refuses one that others could reach into. */
  public void prepare() {
    int length = socket().toString().getBytes(StandardCharsets.UTF_8).length;
    if (length > LONGEST_SOCKET) {
      throw new RunningProblem(
          "socket_path",
          "The path of the socket, %s, has %d bytes and at most %d fit: set XDG_RUNTIME_DIR or POLYPLUG_HOME to a shorter folder"
              .formatted(socket(), length, LONGEST_SOCKET));
    }
    try {
      if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
        Files.createDirectories(path.getParent());
        Files.createDirectory(path, PosixFilePermissions.asFileAttribute(OURS_ALONE));
      }
    } catch (FileAlreadyExistsException e) {
      // Another one made it in the same moment; it is looked at like any other.
    } catch (IOException e) {
      throw new RunningProblem(
          "run_folder", "The folder %s cannot be made: %s".formatted(path, e.getMessage()));
    }
    check();
  }

  /** Refuses a folder that others own, or could reach into. */
  void check() {
    if (!isOursAlone(path)) {
      throw new RunningProblem(
          "run_folder",
          "%s must be a folder of your own that nobody else may enter (mode 700, no link), and is not: remove it"
              .formatted(path));
    }
  }

  private static boolean isOursAlone(Path folder) {
    try {
      PosixFileAttributes attributes =
          Files.readAttributes(folder, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      return attributes.isDirectory()
          && attributes.permissions().equals(OURS_ALONE)
          && attributes.owner().equals(self());
    } catch (IOException e) {
      return false;
    }
  }

  private static UserPrincipal self() throws IOException {
    Path process = Path.of("/proc/self");
    return Files.exists(process)
        ? Files.getOwner(process)
        : Path.of("/")
            .getFileSystem()
            .getUserPrincipalLookupService()
            .lookupPrincipalByName(System.getProperty("user.name"));
  }
}
