package io.polyplug.monorepo.key;

import io.polyplug.monorepo.WorkspaceProblem;
import io.polyplug.monorepo.files.DishFiles;
import io.polyplug.monorepo.files.FileStats;
import io.polyplug.monorepo.files.RawPath;
import io.polyplug.monorepo.files.Unreadable;
import io.polyplug.monorepo.hash.Blake3;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotLinkException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Computes several hashes over the files of one dish, reading each file once. For one thread: what
 * is worth doing in parallel is dishes.
 */
final class InputHasher {
  private static final int LARGEST_BUFFER = 128 * 1024;
  private static final int FIRST_BUFFER = 8 * 1024;

  private final DishFiles files;
  private final List<? extends HashRequest> requests;
  private final List<Selection> selections;
  private final List<ByteStream> streams = new ArrayList<>();
  private byte[] buffer = new byte[FIRST_BUFFER];
  private final @Nullable List<InputFile> listed;

  /**
   * A hasher for one use.
   *
   * @param selections one for each request
   * @param listed gets the files that the first request is about; null if nobody asks for them
   */
  InputHasher(
      DishFiles files,
      List<? extends HashRequest> requests,
      List<Selection> selections,
      @Nullable List<InputFile> listed) {
    this.files = files;
    this.requests = requests;
    this.selections = selections;
    this.listed = listed;
  }

  /** One hash for each request. */
  List<byte[]> hash() throws WorkspaceProblem, ChangedMeanwhile {
    for (HashRequest request : requests) {
      ByteStream stream = new ByteStream();
      request.begin(stream);
      streams.add(stream);
    }
    for (int file = 0; file < files.files().size(); file++) {
      if (isWanted(file)) {
        add(file);
      }
    }
    List<byte[]> hashes = new ArrayList<>();
    for (ByteStream stream : streams) {
      hashes.add(stream.digest());
    }
    return hashes;
  }

  private boolean isWanted(int file) {
    for (int i = 0; i < selections.size(); i++) {
      if (selections.get(i).has(file)) {
        return true;
      }
    }
    return false;
  }

  private void add(int file) throws WorkspaceProblem, ChangedMeanwhile {
    Path path = files.path(file);
    Blake3 own = listed != null && selections.getFirst().has(file) ? new Blake3() : null;
    long length;
    try {
      if (files.isLink(file)) {
        byte[] target = InputContent.ofLink(path);
        length = target.length;
        header(file, length);
        content(file, target, target.length, own);
      } else {
        try (InputStream in = InputContent.open(path)) {
          length = add(file, in, own);
        }
      }
    } catch (NoSuchFileException | NotLinkException e) {
      throw new ChangedMeanwhile();
    } catch (IOException e) {
      throw Unreadable.file(path, e);
    }
    if (own != null && listed != null) {
      String text = RawPath.text(files.files().get(file));
      listed.add(new InputFile(text, Blake3.hex(own.digest()), length));
    }
  }

  private long add(int file, InputStream in, @Nullable Blake3 own)
      throws IOException, ChangedMeanwhile {
    long length = files.stat(file, FileStats.SIZE);
    if (length >= buffer.length && buffer.length < LARGEST_BUFFER) {
      buffer = new byte[LARGEST_BUFFER];
    }
    // Asking for hardly more than there is spares the JDK a large buffer of its own for every file.
    int wanted = (int) Math.min(buffer.length, length + 1);
    int read = in.readNBytes(buffer, 0, wanted);
    if (read < wanted) {
      header(file, read);
      content(file, buffer, read, own);
      return read;
    }
    // The length comes before the content, so a large file must have the one that it promised.
    header(file, length);
    long total = 0;
    while (read > 0) {
      content(file, buffer, read, own);
      total += read;
      read = in.readNBytes(buffer, 0, buffer.length);
    }
    if (total != length) {
      throw new ChangedMeanwhile();
    }
    return length;
  }

  private void header(int file, long length) {
    byte[] path = RawPath.bytes(files.files().get(file));
    for (int i = 0; i < streams.size(); i++) {
      if (selections.get(i).has(file)) {
        requests.get(i).file(streams.get(i), path, length);
      }
    }
  }

  private void content(int file, byte[] bytes, int length, @Nullable Blake3 own) {
    for (int i = 0; i < streams.size(); i++) {
      if (selections.get(i).has(file)) {
        streams.get(i).bytes(bytes, length);
      }
    }
    if (own != null) {
      own.update(bytes, 0, length);
    }
  }
}
