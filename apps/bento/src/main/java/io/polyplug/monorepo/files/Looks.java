package io.polyplug.monorepo.files;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Notes which files and folders were asked for, so that an answer can be remembered for as long as
 * none of them changes. Whoever looks at the file system for such an answer has to say so here, of
 * what is not there as well. Safe from any thread.
 */
public final class Looks {
  private static final int MOST = 500_000;

  private final boolean noted;
  private final Set<Path> paths = ConcurrentHashMap.newKeySet();

  private Looks(boolean noted) {
    this.noted = noted;
  }

  public static Looks noted() {
    return new Looks(true);
  }

  /** For answers that nobody remembers. */
  public static Looks unnoted() {
    return new Looks(false);
  }

  /** Says that a file, whether or not it is there, or the names in a folder decide. */
  public void at(Path path) {
    if (noted && paths.size() < MOST) {
      paths.add(path);
    }
  }

  /**
   * Whether something is in a folder, be it a link that leads nowhere. What kind of thing it is may
   * be asked without saying so; what it holds may not.
   */
  public boolean exists(Path folder, Path entry) {
    boolean there = Files.exists(entry, LinkOption.NOFOLLOW_LINKS);
    // Names come, go and change their kind with the times of the folder, but for ends of links.
    at(there && noted && Files.isSymbolicLink(entry) ? entry : folder);
    return there;
  }

  /** What was noted; empty if it was too much, or nothing was to be noted. */
  public Set<Path> paths() {
    return paths.size() < MOST ? paths : Set.of();
  }
}
