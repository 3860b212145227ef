package io.polyplug.host;

import io.polyplug.host.config.FileProblem;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.UUID;

/**
 * Removes the data of a plugin, so that it begins anew: ends its instance, moves its folder away,
 * and deletes that. No link is followed, not even one that appears meanwhile: a folder is opened
 * once and everything in it is named relative to that. Used by one thread.
 */
public final class StorageReset {
  private static final Duration LONGEST_STOP = Duration.ofSeconds(60);

  /** Each level holds a descriptor. */
  private static final int DEEPEST = 200;

  /** What was removed. */
  public record Freed(long files, long bytes) {}

  /** It cannot be done; the message is one sentence, safe to show. */
  public static final class Impossible extends Exception {
    private static final long serialVersionUID = 1;

    Impossible(String sentence) {
      super(sentence);
    }

    /** Never null. */
    @Override
    public String getMessage() {
      return String.valueOf(super.getMessage());
    }
  }

  private long files;
  private long bytes;

  private StorageReset() {}

  /**
   * Removes all data of a plugin. While this goes on its calls are refused; afterwards it runs
   * again if its contract keeps it running.
   */
  public static Freed run(Plugin plugin, StoringPlugin storing) throws Impossible {
    Path folder = storing.storageFolder().toAbsolutePath().normalize();
    if (!isFolder(folder)) {
      return new Freed(0, 0);
    }
    plugin.setAside(true);
    try {
      if (!plugin.awaitSettled(LONGEST_STOP)) {
        throw new Impossible(
            "it did not end within "
                + LONGEST_STOP.toSeconds()
                + " s, so that its storage was left as it is");
      }
      return new StorageReset().remove(folder);
    } finally {
      plugin.setAside(false);
    }
  }

  /** Whether there is one; what is there and none is left alone. */
  private static boolean isFolder(Path folder) throws Impossible {
    if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      throw new Impossible(
          folder + " is no folder but a link or a file: it is left alone, remove it by hand");
    }
    return true;
  }

  private Freed remove(Path folder) throws Impossible {
    // No plugin has a name that begins with a dot.
    Path away = folder.resolveSibling("." + folder.getFileName() + ".reset-" + UUID.randomUUID());
    try {
      Files.move(folder, away, StandardCopyOption.ATOMIC_MOVE);
    } catch (NoSuchFileException e) {
      return new Freed(0, 0);
    } catch (IOException e) {
      throw new Impossible(folder + " cannot be moved away: " + FileProblem.of(e, folder));
    }
    try (DirectoryStream<Path> parent = Files.newDirectoryStream(away.resolveSibling(""))) {
      if (!(parent instanceof SecureDirectoryStream<Path> secure)) {
        throw new IOException("this file system does not let folders be emptied safely");
      }
      Path name = away.getFileName();
      empty(secure, name, 0);
      secure.deleteDirectory(name);
    } catch (IOException e) {
      throw new Impossible(
          "not all of its storage could be removed, the rest is in "
              + away
              + ": "
              + FileProblem.of(e, away));
    }
    return new Freed(files, bytes);
  }

  private void empty(SecureDirectoryStream<Path> parent, Path name, int depth) throws IOException {
    if (depth > DEEPEST) {
      throw new IOException("its folders are nested deeper than " + DEEPEST + " levels");
    }
    try (SecureDirectoryStream<Path> folder =
        parent.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
      for (Path entry : folder) {
        Path inner = entry.getFileName();
        BasicFileAttributes attributes =
            folder
                .getFileAttributeView(
                    inner, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .readAttributes();
        if (attributes.isDirectory()) {
          empty(folder, inner, depth + 1);
          folder.deleteDirectory(inner);
        } else {
          folder.deleteFile(inner);
          files++;
          bytes += attributes.isRegularFile() ? attributes.size() : 0;
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
  }
}
