package io.polyplug.install.web;

import io.polyplug.base.UntrustedText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/**
 * What some bytes are known by, as {@code sha256:<hex>} or {@code sha512:<hex>}. Immutable.
 *
 * @param algorithm {@code sha256} or {@code sha512}
 * @param hex in lower case
 */
public record ContentDigest(String algorithm, String hex) {
  private static final int BUFFER = 128 * 1024;

  /** Reads the usual spelling; any other algorithm or length is refused. */
  public static ContentDigest parse(String text) throws FetchProblem {
    int colon = text.indexOf(':');
    String algorithm = colon < 0 ? "" : text.substring(0, colon);
    String hex = text.substring(colon + 1).toLowerCase(Locale.ROOT);
    int length =
        switch (algorithm) {
          case "sha256" -> 64;
          case "sha512" -> 128;
          default -> -1;
        };
    if (hex.length() != length || !hex.chars().allMatch(HexFormat::isHexDigit)) {
      throw new FetchProblem(
          "expected a digest like sha256:… or sha512:…, found \""
              + UntrustedText.excerpt(text, 100)
              + "\"");
    }
    return new ContentDigest(algorithm, hex);
  }

  /** The digest of bytes by SHA-256. */
  public static ContentDigest sha256(byte[] bytes) {
    return new ContentDigest("sha256", HexFormat.of().formatHex(engine("sha256").digest(bytes)));
  }

  /** The digest of a file by SHA-256. */
  public static ContentDigest sha256(Path file) throws IOException {
    return new ContentDigest("sha256", hash("sha256", file));
  }

  /** The digest of other bytes by the same algorithm. */
  public ContentDigest ofSameKind(byte[] bytes) {
    return new ContentDigest(algorithm, HexFormat.of().formatHex(engine(algorithm).digest(bytes)));
  }

  /** The digest of a file by the same algorithm. */
  public ContentDigest ofSameKind(Path file) throws IOException {
    return new ContentDigest(algorithm, hash(algorithm, file));
  }

  private static String hash(String algorithm, Path file) throws IOException {
    MessageDigest digest = engine(algorithm);
    byte[] buffer = new byte[BUFFER];
    try (InputStream in = Files.newInputStream(file)) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        digest.update(buffer, 0, n);
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  /** What computes digests of this algorithm. */
  public static MessageDigest engine(String algorithm) {
    try {
      return MessageDigest.getInstance(algorithm.equals("sha512") ? "SHA-512" : "SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256 and SHA-512", e);
    }
  }

  @Override
  public String toString() {
    return algorithm + ":" + hex;
  }
}
