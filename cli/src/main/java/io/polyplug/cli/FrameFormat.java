package io.polyplug.cli;

import io.polyplug.ainb.protocol.WireBuffer;
import io.polyplug.base.UntrustedText;
import io.polyplug.terminal.FrameText;
import io.polyplug.wire.Json;
import io.polyplug.wire.RpcException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** How a frame is written. */
enum FrameFormat {
  TEXT,
  ANSI,
  JSON,
  PNG;

  static FrameFormat named(String word) {
    for (FrameFormat format : values()) {
      if (format.name().toLowerCase(Locale.ROOT).equals(word)) {
        return format;
      }
    }
    throw new UsageProblem(
        "--format: expected text, ansi, json or png, found \""
            + UntrustedText.excerpt(word, 40)
            + "\"");
  }

  /** The frame, with the end of its last line. */
  byte[] write(Frame frame) {
    try {
      return switch (this) {
        case TEXT -> line(text(frame.buffer()));
        case ANSI -> line(FrameText.ansi(WireBuffer.read(frame.buffer())));
        case JSON -> line(frame.buffer().toString());
        case PNG -> picture(WireBuffer.read(frame.buffer()));
      };
    } catch (IllegalArgumentException tooLarge) {
      throw frame.unusable(String.valueOf(tooLarge.getMessage()));
    } catch (RpcException undecodable) {
      throw frame.unusable(undecodable.error().message());
    }
  }

  /** What a screen shows, without colours. */
  static String text(Json buffer) {
    return FrameText.text(WireBuffer.read(buffer));
  }

  private static byte[] line(String text) {
    return (text + "\n").getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] picture(WireBuffer buffer) {
    // Nothing is shown on a display, which need not be there.
    System.setProperty("java.awt.headless", "true");
    try {
      return FrameText.png(buffer);
    } catch (IllegalStateException noFont) {
      throw new UsageProblem("--format: no picture can be made here: " + noFont.getMessage());
    }
  }
}
