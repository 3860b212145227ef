package io.polyplug.bench.scenario;

import io.polyplug.monorepo.hash.Blake3;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Hashes some megabytes with a JVM that has just begun, and prints how long that took. */
final class DigestProgram {
  static final int COLD_MEGABYTES = 8;
  private static final int MEGABYTE = 1_000_000;

  private DigestProgram() {}

  /** Whose. */
  enum Kind {
    OURS("our BLAKE3"),
    COMMONS_CODEC("commons-codec BLAKE3"),
    SHA_256("JDK SHA-256");

    private final String label;

    Kind(String label) {
      this.label = label;
    }

    String label() {
      return label;
    }
  }

  public static void main(String[] args) {
    System.out.println(micros(Kind.valueOf(args[0]), COLD_MEGABYTES));
  }

  /** The time for so many megabytes of one message, in pieces of one. */
  static double micros(Kind kind, int megabytes) {
    byte[] piece = new byte[MEGABYTE];
    for (int i = 0; i < piece.length; i++) {
      piece[i] = (byte) (i * 31);
    }
    long began = System.nanoTime();
    byte[] digest =
        switch (kind) {
          case OURS -> {
            Blake3 ours = new Blake3();
            for (int i = 0; i < megabytes; i++) {
              ours.update(piece);
            }
            yield ours.digest();
          }
          case COMMONS_CODEC -> {
            var theirs = org.apache.commons.codec.digest.Blake3.initHash();
            for (int i = 0; i < megabytes; i++) {
              theirs.update(piece);
            }
            yield theirs.doFinalize(Blake3.BYTES);
          }
          case SHA_256 -> {
            MessageDigest sha = sha256();
            for (int i = 0; i < megabytes; i++) {
              sha.update(piece);
            }
            yield sha.digest();
          }
        };
    double micros = (System.nanoTime() - began) / 1e3;
    if (digest.length != Blake3.BYTES) {
      throw new IllegalStateException("a hash of " + digest.length + " bytes");
    }
    return micros;
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
