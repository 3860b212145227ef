package io.polyplug.monorepo.remote;

import io.polyplug.base.Sha256;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The one message of Bazel's remote execution API that is needed here: a result with one output
 * file, which is our bundle. In protocol buffers' wire format, of which this reads and skips what
 * it does not know, since servers add members of their own.
 *
 * @param sha256 64 hex digits in lower case
 */
record ActionResult(String sha256, long size) {
  private static final String NAME = "bundle.tar";
  private static final int OUTPUT_FILES = 2;
  private static final int PATH = 1;
  private static final int DIGEST = 2;
  private static final int HASH = 1;
  private static final int SIZE = 2;

  byte[] encode() {
    ByteArrayOutputStream digest = new ByteArrayOutputStream();
    bytes(digest, HASH, sha256.getBytes(StandardCharsets.US_ASCII));
    varint(digest, SIZE << 3);
    varint(digest, size);
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    bytes(file, PATH, NAME.getBytes(StandardCharsets.US_ASCII));
    bytes(file, DIGEST, digest.toByteArray());
    ByteArrayOutputStream result = new ByteArrayOutputStream();
    bytes(result, OUTPUT_FILES, file.toByteArray());
    return result.toByteArray();
  }

  private static void bytes(ByteArrayOutputStream out, int field, byte[] value) {
    varint(out, (field << 3) | ProtoReader.BYTES);
    varint(out, value.length);
    out.writeBytes(value);
  }

  private static void varint(ByteArrayOutputStream out, long value) {
    long rest = value;
    while (rest >>> 7 != 0) {
      out.write((int) (rest & 0x7F) | 0x80);
      rest >>>= 7;
    }
    out.write((int) rest);
  }

  /** Empty for what is no result of ours. */
  static Optional<ActionResult> decode(byte[] message) {
    try {
      ProtoReader reader = new ProtoReader(message, 0, message.length);
      while (reader.next()) {
        if (reader.field() == OUTPUT_FILES && reader.type() == ProtoReader.BYTES) {
          Optional<ActionResult> found = file(reader.message());
          if (found.isPresent()) {
            return found;
          }
        }
      }
      return Optional.empty();
    } catch (ProtoReader.Malformed e) {
      return Optional.empty();
    }
  }

  private static Optional<ActionResult> file(ProtoReader file) throws ProtoReader.Malformed {
    boolean ours = false;
    Optional<ActionResult> digest = Optional.empty();
    while (file.next()) {
      if (file.type() == ProtoReader.BYTES && file.field() == PATH) {
        ours = file.text().equals(NAME);
      } else if (file.type() == ProtoReader.BYTES && file.field() == DIGEST) {
        digest = digest(file.message());
      }
    }
    return ours ? digest : Optional.empty();
  }

  private static Optional<ActionResult> digest(ProtoReader digest) throws ProtoReader.Malformed {
    String hash = "";
    long size = 0;
    while (digest.next()) {
      if (digest.type() == ProtoReader.BYTES && digest.field() == HASH) {
        hash = digest.text();
      } else if (digest.type() == ProtoReader.VARINT && digest.field() == SIZE) {
        size = digest.number();
      }
    }
    // It becomes a part of an address.
    return Sha256.isHex(hash) && size > 0
        ? Optional.of(new ActionResult(hash, size))
        : Optional.empty();
  }
}
