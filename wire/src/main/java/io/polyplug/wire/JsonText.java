package io.polyplug.wire;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Undoes the escapes of a JSON string, bytes to bytes: a stream of small messages that each hold
 * the text of a JSON document would else make a parser and a text for every one.
 */
final class JsonText {
  private final byte[] from;
  private final byte[] to;
  private int at;
  private int size;

  private JsonText(byte[] from, int offset, int room) {
    this.from = from;
    this.at = offset;
    this.to = new byte[room];
  }

  /**
   * The content of the string between these two quotes, which is known to be well-formed; null if
   * it has half a surrogate pair, which no bytes can say.
   */
  static byte @Nullable [] unescape(byte[] bytes, int offset, int end) {
    JsonText text = new JsonText(bytes, offset, end - offset);
    while (text.at < end) {
      if (bytes[text.at] != '\\') {
        text.to[text.size++] = bytes[text.at++];
      } else if (!text.escape(end)) {
        return null;
      }
    }
    return text.size == text.to.length ? text.to : Arrays.copyOf(text.to, text.size);
  }

  private boolean escape(int end) {
    byte kind = from[at + 1];
    at += 2;
    if (kind == 'u') {
      return unicode(end);
    }
    to[size++] =
        switch (kind) {
          case 'b' -> '\b';
          case 'f' -> '\f';
          case 'n' -> '\n';
          case 'r' -> '\r';
          case 't' -> '\t';
          default -> kind;
        };
    return true;
  }

  private boolean unicode(int end) {
    int code = hex();
    if (Character.isHighSurrogate((char) code)) {
      boolean pair = at + 6 <= end && from[at] == '\\' && from[at + 1] == 'u';
      if (!pair) {
        return false;
      }
      at += 2;
      int low = hex();
      if (!Character.isLowSurrogate((char) low)) {
        return false;
      }
      code = Character.toCodePoint((char) code, (char) low);
    } else if (Character.isLowSurrogate((char) code)) {
      return false;
    }
    put(code);
    return true;
  }

  private int hex() {
    int code = 0;
    for (int i = 0; i < 4; i++) {
      code = (code << 4) | Character.digit(from[at++], 16);
    }
    return code;
  }

  /** As UTF-8, which is never longer than the escape it came from. */
  private void put(int code) {
    if (code < 0x80) {
      to[size++] = (byte) code;
    } else if (code < 0x800) {
      to[size++] = (byte) (0xC0 | (code >> 6));
      to[size++] = (byte) (0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
      to[size++] = (byte) (0xE0 | (code >> 12));
      to[size++] = (byte) (0x80 | ((code >> 6) & 0x3F));
      to[size++] = (byte) (0x80 | (code & 0x3F));
    } else {
      to[size++] = (byte) (0xF0 | (code >> 18));
      to[size++] = (byte) (0x80 | ((code >> 12) & 0x3F));
      to[size++] = (byte) (0x80 | ((code >> 6) & 0x3F));
      to[size++] = (byte) (0x80 | (code & 0x3F));
    }
  }
}
