package io.polyplug.conformance.proof.hostile;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Standard output, for good frames and bad bytes. Of one thread. */
final class Mouth {
  static final int CHUNK = 64 << 10;

  private final FileOutputStream out = new FileOutputStream(FileDescriptor.out);
  private final boolean lines;

  Mouth(boolean lines) {
    this.lines = lines;
  }

  /** A frame as it should be. */
  void say(String body) throws IOException {
    out.write(frame(body));
  }

  /** The same frame again and again, many in one write. */
  void repeat(String body, int times) throws IOException {
    byte[] frame = frame(body);
    int batch = Math.max(1, CHUNK / frame.length);
    byte[] many = new byte[batch * frame.length];
    for (int i = 0; i < batch; i++) {
      System.arraycopy(frame, 0, many, i * frame.length, frame.length);
    }
    for (int left = times; left > 0; left -= batch) {
      out.write(many, 0, Math.min(left, batch) * frame.length);
    }
  }

  byte[] frame(String body) {
    return frame(body.getBytes(StandardCharsets.UTF_8));
  }

  byte[] frame(byte[] body) {
    byte[] head =
        lines
            ? new byte[0]
            : header(Integer.toString(body.length)).getBytes(StandardCharsets.US_ASCII);
    byte[] frame = new byte[head.length + body.length + (lines ? 1 : 0)];
    System.arraycopy(head, 0, frame, 0, head.length);
    System.arraycopy(body, 0, frame, head.length, body.length);
    if (lines) {
      frame[frame.length - 1] = '\n';
    }
    return frame;
  }

  static String header(String length) {
    return Tongue.join("Content-Length: ", length, "\r\n\r\n");
  }

  /** Bytes as they are. */
  void spit(byte[] bytes) throws IOException {
    out.write(bytes);
  }

  void spit(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
  }

  /** So many chunks of a letter. */
  void drone(char letter, int chunks) throws IOException {
    byte[] chunk = new byte[CHUNK];
    Arrays.fill(chunk, (byte) letter);
    for (int i = 0; i < chunks; i++) {
      out.write(chunk);
    }
  }

  /** 8 MB of lines that are no messages. */
  void flood() throws IOException {
    spit("\n");
    for (int i = 0; i < 128; i++) {
      spit("progress: still working on it, line after line\n".repeat(1400));
    }
  }

  /** 64 MB of lines to standard error. */
  static void floodErrors() throws IOException {
    byte[] lines = "error: the same as before\n".repeat(2_000).getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < (64 << 20) / lines.length; i++) {
      System.err.write(lines);
    }
  }

  void close() throws IOException {
    out.close();
  }
}
