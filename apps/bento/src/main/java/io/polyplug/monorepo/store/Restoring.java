package io.polyplug.monorepo.store;

import io.polyplug.base.UntrustedText;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;

/**
 * One attempt to bring a result back. The bundle is checked as a whole before a file is written.
 */
final class Restoring {
  private final FileChannel tar;
  private final Instant now;
  private int written;

  private Restoring(FileChannel tar, Instant now) {
    this.tar = tar;
    this.now = now;
  }

  static Restoration run(Path bundle, Path dish, Path workspaceRoot, Instant now, boolean keepBad) {
    try (FileChannel tar =
        FileChannel.open(bundle, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
      Restoration result = new Restoring(tar, now).run(dish, workspaceRoot);
      if (result instanceof Restoration.Rejected && !keepBad) {
        Files.deleteIfExists(bundle);
      }
      return result;
    } catch (NoSuchFileException e) {
      return new Restoration.Absent();
    } catch (IOException e) {
      return new Restoration.Incomplete("The bundle cannot be read: " + cause(e), 0);
    }
  }

  private Restoration run(Path dish, Path workspaceRoot) {
    try {
      Bundle bundle = Bundle.read(tar);
      put(bundle.outputs(), dish);
      put(bundle.workspaceOutputs(), workspaceRoot);
      return new Restoration.Restored(written);
    } catch (BadBundle e) {
      return new Restoration.Rejected(
          "The bundle is bad, so it is deleted: " + e.getMessage() + halfWay(), written);
    } catch (IOException e) {
      return new Restoration.Incomplete(
          "The bundle's files cannot be written: " + cause(e) + halfWay(), written);
    }
  }

  private void put(List<TarEntry> entries, Path folder) throws IOException, BadBundle {
    if (entries.isEmpty()) {
      return;
    }
    try (Anchor anchor = new Anchor(folder, now)) {
      for (TarEntry entry : entries) {
        anchor.put(entry, tar);
        written++;
      }
    }
  }

  private String halfWay() {
    return written == 0 ? "" : " (" + written + " of its files are in place already)";
  }

  private static String cause(IOException e) {
    String message = UntrustedText.escape(String.valueOf(e.getMessage()));
    boolean bare = e instanceof FileSystemException known && known.getReason() == null;
    return bare ? e.getClass().getSimpleName() + " " + message : message;
  }
}
