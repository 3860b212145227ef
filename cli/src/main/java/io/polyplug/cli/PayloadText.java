package io.polyplug.cli;

import io.polyplug.base.UntrustedText;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Bytes as text, where they are. Pure functions. */
final class PayloadText {
  /** What one character may take. */
  private static final int LONGEST_CHARACTER = 4;

  private PayloadText() {}

  /** The text; empty if the bytes are not UTF-8. Nothing is escaped. */
  static Optional<String> of(byte[] bytes) {
    try {
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException binary) {
      return Optional.empty();
    }
  }

  /** Its first characters, safe to show; empty if they are not UTF-8. */
  static Optional<String> beginning(byte[] bytes, int most) {
    int length = Math.min(bytes.length, (most + 1) * LONGEST_CHARACTER);
    CharBuffer text = CharBuffer.allocate(length);
    // Without an end: a character that is cut there is no mistake.
    boolean wrong =
        StandardCharsets.UTF_8
            .newDecoder()
            .decode(ByteBuffer.wrap(bytes, 0, length), text, false)
            .isError();
    String decoded = text.flip().toString();
    return wrong
        ? Optional.empty()
        : Optional.of(
            decoded.length() <= most
                ? UntrustedText.escape(decoded)
                : UntrustedText.escape(cut(decoded, most)) + "…");
  }

  private static String cut(String text, int most) {
    return text.substring(0, Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most);
  }
}
