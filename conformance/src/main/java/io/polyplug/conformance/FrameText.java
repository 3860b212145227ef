package io.polyplug.conformance;

import io.polyplug.wire.ContentLength;
import io.polyplug.wire.Framing;
import java.nio.charset.StandardCharsets;

/** Frames as bytes, for those who write them by hand. */
public final class FrameText {
  private FrameText() {}

  /** A body with what delimits it. */
  public static byte[] framed(byte[] body, Framing framing) {
    boolean headers = framing instanceof ContentLength;
    byte[] before =
        (headers ? "Content-Length: " + body.length + "\r\n\r\n" : "")
            .getBytes(StandardCharsets.US_ASCII);
    byte[] all = new byte[before.length + body.length + (headers ? 0 : 1)];
    System.arraycopy(before, 0, all, 0, before.length);
    System.arraycopy(body, 0, all, before.length, body.length);
    if (!headers) {
      all[all.length - 1] = '\n';
    }
    return all;
  }
}
