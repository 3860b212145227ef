package io.polyplug.monorepo.remote;

import io.polyplug.base.Sha256;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Where the body of a successful answer goes: a file, up to a bound. Used anew for each answer; for
 * one answer at a time.
 */
final class BodySink {
  private final Path file;
  private final long most;
  private final MessageDigest digest = Sha256.digest();
  private volatile long declared;
  private volatile long seen;
  private volatile @Nullable FileChannel out;

  /** More than the most is a failure. */
  BodySink(Path file, long most) {
    this.file = file;
    this.most = most;
  }

  /**
   * Begins an answer.
   *
   * @param length as the server declares it; negative if it does not
   */
  void open(long length) throws IOException {
    if (length > most) {
      throw new IOException("it sends " + length + " bytes where at most " + most + " can be");
    }
    declared = length;
    seen = 0;
    digest.reset();
    out =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE);
  }

  void write(ByteBuffer piece) throws IOException {
    FileChannel to = out;
    if (to == null) {
      throw new IOException("closed");
    }
    long after = seen + piece.remaining();
    seen = after;
    if (after > most) {
      throw new IOException("it sends more than " + most + " bytes");
    }
    digest.update(piece.duplicate());
    while (piece.hasRemaining()) {
      to.write(piece);
    }
  }

  void close() throws IOException {
    FileChannel to = out;
    out = null;
    if (to != null) {
      to.close();
    }
  }

  /** What the server said the body would be; of the answer that is under way. */
  long declared() {
    return declared;
  }

  /** How much came so far. */
  long size() {
    return seen;
  }

  /** Of what was written; may be asked for once. */
  String sha256() {
    return HexFormat.of().formatHex(digest.digest());
  }
}
