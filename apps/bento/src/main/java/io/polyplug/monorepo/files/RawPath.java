package io.polyplug.monorepo.files;

import java.net.URI;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Names of files as strings with one character for every byte. So they lose nothing, whatever the
 * encoding of the name and of this process, and compare as their bytes do. A plain ASCII name is
 * itself.
 */
public final class RawPath {
  private static final char REPLACEMENT = '\uFFFD';
  private static final boolean UTF8_NAMES =
      Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"), StandardCharsets.US_ASCII)
          .equals(StandardCharsets.UTF_8);

  private RawPath() {}

  /** The last component of a path. */
  static String ofName(Path path) {
    String name = String.valueOf(path.getFileName());
    if (isAscii(name)) {
      return name;
    }
    if (UTF8_NAMES && name.indexOf(REPLACEMENT) < 0) {
      return ofText(name);
    }
    // Only the address of a file tells the bytes of a name that is not text in this process.
    String address = path.toUri().getRawPath();
    int end = address.endsWith("/") ? address.length() - 1 : address.length();
    return unescape(address.substring(address.lastIndexOf('/', end - 1) + 1, end));
  }

  /** A whole path, without a slash at its end. */
  public static String ofPath(Path path) {
    String text = path.toString();
    if (isAscii(text)) {
      return text;
    }
    if (UTF8_NAMES && text.indexOf(REPLACEMENT) < 0) {
      return ofText(text);
    }
    // An address is always absolute.
    String address = Path.of("/").resolve(path).toUri().getRawPath();
    return unescape(
        address.substring(
            path.isAbsolute() ? 0 : 1, address.length() - (address.endsWith("/") ? 1 : 0)));
  }

  /** A raw relative path under a directory. */
  public static Path resolve(Path directory, String raw) {
    if (isAscii(raw)) {
      return directory.resolve(raw);
    }
    StringBuilder address = new StringBuilder("file://");
    String parent = directory.toUri().getRawPath();
    address.append(parent, 0, parent.endsWith("/") ? parent.length() - 1 : parent.length());
    address.append('/');
    for (int i = 0; i < raw.length(); i++) {
      char c = raw.charAt(i);
      if (c == '/' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) {
        address.append(c);
      } else {
        address.append('%');
        address.append(Character.forDigit(c >> 4, 16)).append(Character.forDigit(c & 15, 16));
      }
    }
    return Path.of(URI.create(address.toString()));
  }

  public static String ofText(String text) {
    return isAscii(text)
        ? text
        : new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  /** For people and for globs; bytes that are not UTF-8 become replacement characters. */
  public static String text(String raw) {
    return isAscii(raw) ? raw : new String(bytes(raw), StandardCharsets.UTF_8);
  }

  public static byte[] bytes(String raw) {
    return raw.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static boolean isAscii(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= 0x80) {
        return false;
      }
    }
    return true;
  }

  private static String unescape(String part) {
    StringBuilder raw = new StringBuilder();
    for (int i = 0; i < part.length(); i++) {
      char c = part.charAt(i);
      if (c == '%') {
        raw.append((char) Integer.parseInt(part, i + 1, i + 3, 16));
        i += 2;
      } else {
        raw.append(c);
      }
    }
    return raw.toString();
  }
}
