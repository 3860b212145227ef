package io.polyplug.mcp.protocol;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Values that a header cannot carry as they are travel in Base64 between two marks. */
public final class HeaderText {
  private static final String BEFORE = "=?base64?";
  private static final String AFTER = "?=";

  private HeaderText() {}

  /** The value as a header carries it. */
  public static String encode(String value) {
    return isPlain(value) && !isMarked(value)
        ? value
        : BEFORE
            + Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8))
            + AFTER;
  }

  /** The value that a header carries; null if it is none. */
  public static @Nullable String decode(String header) {
    if (!isMarked(header)) {
      return isPlain(header) ? header : null;
    }
    String inside = header.substring(BEFORE.length(), header.length() - AFTER.length());
    try {
      byte[] bytes = Base64.getDecoder().decode(inside);
      // The decoder forgives missing padding and stray bits; two headers must not mean one value.
      if (!Base64.getEncoder().encodeToString(bytes).equals(inside)) {
        return null;
      }
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (IllegalArgumentException | CharacterCodingException e) {
      return null;
    }
  }

  private static boolean isMarked(String value) {
    return value.length() >= BEFORE.length() + AFTER.length()
        && value.startsWith(BEFORE)
        && value.endsWith(AFTER);
  }

  private static boolean isPlain(String value) {
    return value.equals(value.strip())
        && value.chars().allMatch(c -> c == '\t' || (c >= 0x20 && c <= 0x7e));
  }
}
