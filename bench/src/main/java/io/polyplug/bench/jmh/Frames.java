package io.polyplug.bench.jmh;

import io.polyplug.bench.talk.Protocol;
import java.nio.charset.StandardCharsets;

/** Replies of a given size, as bodies and as a chunk of a stream. */
final class Frames {
  /** As much as a pipe gives in one read. */
  private static final int CHUNK = 64 << 10;

  private Frames() {}

  static byte[] body(int size) {
    String text = "x".repeat(Math.max(1, size - 50));
    return ("{\"jsonrpc\":\"2.0\",\"id\":1000000,\"result\":{\"text\":\"" + text + "\"}}")
        .getBytes(StandardCharsets.US_ASCII);
  }

  /** Whole frames, about a chunk of them and at least one. */
  static byte[] chunk(Protocol protocol, int size) {
    byte[] frame = protocol.reply(size, 1_000_000);
    int count = Math.max(1, CHUNK / frame.length);
    byte[] chunk = new byte[count * frame.length];
    for (int i = 0; i < count; i++) {
      System.arraycopy(frame, 0, chunk, i * frame.length, frame.length);
    }
    return chunk;
  }
}
