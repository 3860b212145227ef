package io.polyplug.monorepo.store;

import io.polyplug.base.UntrustedText;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;

/**
 * Names of files as the bytes they are, which need not be text. They are kept in strings whose
 * characters are bytes; a path gives and takes its bytes only through its URI. Pure functions.
 */
final class RawName {
  private static final String SCHEME = "file://";
  private static final Path ROOT = Path.of("/");
  private static final int MOST_SHOWN = 200;

  private RawName() {}

  /** The bytes of a relative path. */
  static String of(Path relative) {
    String text = relative.toString();
    if (isAscii(text)) {
      return text;
    }
    String encoded = ROOT.resolve(relative).toUri().getRawPath();
    StringBuilder raw = new StringBuilder(encoded.length());
    int i = 1;
    while (i < encoded.length()) {
      char c = encoded.charAt(i);
      if (c == '%') {
        raw.append((char) HexFormat.fromHexDigits(encoded, i + 1, i + 3));
        i += 3;
      } else {
        raw.append(c);
        i++;
      }
    }
    return raw.toString();
  }

  /** The relative path of these bytes, which must be plain. */
  static Path path(String raw) {
    if (isAscii(raw)) {
      return Path.of(raw);
    }
    StringBuilder encoded = new StringBuilder(SCHEME).append('/');
    for (int i = 0; i < raw.length(); i++) {
      char c = raw.charAt(i);
      if (c == '/') {
        encoded.append(c);
      } else {
        encoded.append('%').append(HexFormat.of().toHexDigits((byte) c));
      }
    }
    return ROOT.relativize(Path.of(URI.create(encoded.toString())));
  }

  private static boolean isAscii(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= 0x80) {
        return false;
      }
    }
    return true;
  }

  /** Whether it leads down and nowhere else: no empty part, no dots, no zero byte. */
  static boolean isPlain(String raw) {
    int from = 0;
    while (true) {
      int slash = raw.indexOf('/', from);
      int end = slash < 0 ? raw.length() : slash;
      boolean dots =
          (end - from == 1 && raw.charAt(from) == '.')
              || (end - from == 2 && raw.charAt(from) == '.' && raw.charAt(from + 1) == '.');
      if (end == from || dots) {
        return false;
      }
      if (slash < 0) {
        return raw.indexOf('\0') < 0;
      }
      from = slash + 1;
    }
  }

  /** For messages. */
  static String shown(String raw) {
    byte[] bytes = raw.getBytes(StandardCharsets.ISO_8859_1);
    return "'" + UntrustedText.excerpt(new String(bytes, StandardCharsets.UTF_8), MOST_SHOWN) + "'";
  }
}
