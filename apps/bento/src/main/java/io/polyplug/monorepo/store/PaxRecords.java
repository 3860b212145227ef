package io.polyplug.monorepo.store;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What an extended header says of the entry after it, as far as it matters.
 *
 * @param path one character a byte
 * @param size negative if it says nothing of it
 */
record PaxRecords(@Nullable String path, long size) {
  private static final int LONGEST_NUMBER = 18;

  /** Records are {@code <length> <name>=<value>} and a line feed. */
  static PaxRecords parse(byte[] bytes) throws BadBundle {
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    String path = null;
    long size = -1;
    int at = 0;
    while (at < text.length()) {
      int blank = text.indexOf(' ', at);
      long length = blank < 0 ? -1 : number(text.substring(at, blank));
      int equals = text.indexOf('=', at);
      if (length <= 0
          || length > text.length() - at
          || equals <= blank
          || equals >= at + length - 1
          || text.charAt(at + (int) length - 1) != '\n') {
        throw new BadBundle("an extended header in it is malformed");
      }
      int end = at + (int) length;
      String name = text.substring(blank + 1, equals);
      String value = text.substring(equals + 1, end - 1);
      if (name.startsWith("GNU.sparse")) {
        throw new BadBundle("it holds a sparse file");
      } else if (name.equals("path")) {
        path = value;
      } else if (name.equals("size")) {
        size = number(value);
        if (size < 0) {
          throw new BadBundle("an extended header in it gives a size that is no number");
        }
      }
      at = end;
    }
    return new PaxRecords(path, size);
  }

  private static long number(String digits) {
    if (digits.isEmpty() || digits.length() > LONGEST_NUMBER) {
      return -1;
    }
    long value = 0;
    for (int i = 0; i < digits.length(); i++) {
      char c = digits.charAt(i);
      if (c < '0' || c > '9') {
        return -1;
      }
      value = value * 10 + (c - '0');
    }
    return value;
  }
}
