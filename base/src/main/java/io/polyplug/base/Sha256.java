package io.polyplug.base;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 in lower-case hex. Pure functions, but for the file that is read. */
public final class Sha256 {
  private static final int LENGTH = 64;
  private static final int CHUNK = 128 * 1024;

  private Sha256() {}

  /** What computes it in parts. */
  public static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** Whether a text is such a digest. */
  public static boolean isHex(String text) {
    if (text.length() != LENGTH) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) {
        return false;
      }
    }
    return true;
  }

  /** The digest of a text in UTF-8. */
  public static String of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }

  /** The digest of these bytes. */
  public static String of(byte[] bytes) {
    return HexFormat.of().formatHex(digest().digest(bytes));
  }

  /** The digest of a file, read in parts. */
  public static String of(Path file) throws IOException {
    MessageDigest digest = digest();
    ByteBuffer chunk = ByteBuffer.allocate(CHUNK);
    try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
      while (in.read(chunk) >= 0) {
        digest.update(chunk.flip());
        chunk.clear();
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }
}
