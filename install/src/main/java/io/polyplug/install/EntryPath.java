package io.polyplug.install;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The path of a file in a package, as parts that are safe on every system: relative, without dots,
 * drives, control characters, and short enough.
 */
record EntryPath(List<String> parts) {
  private static final int MAX_PART_BYTES = 255;
  private static final int MAX_BYTES = 1024;
  private static final int MAX_DEPTH = 64;

  /** Reads a name from an archive; the message of the exception says what is wrong with it. */
  static EntryPath of(String name) throws BadPackage {
    String path = name.replace('\\', '/');
    if (path.startsWith("/")) {
      throw wrong(name, "is absolute");
    }
    if (path.length() > 1 && path.charAt(1) == ':') {
      throw wrong(name, "has a drive letter");
    }
    if (path.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
      throw wrong(name, "is longer than " + MAX_BYTES + " bytes");
    }
    List<String> parts = new ArrayList<>();
    for (String part : path.split("/", -1)) {
      switch (part) {
        case "", "." -> {}
        case ".." -> throw wrong(name, "leads out of the package");
        default -> parts.add(checked(name, part));
      }
    }
    if (parts.size() > MAX_DEPTH) {
      throw wrong(name, "is nested more than " + MAX_DEPTH + " folders deep");
    }
    return new EntryPath(List.copyOf(parts));
  }

  private static String checked(String name, String part) throws BadPackage {
    if (part.getBytes(StandardCharsets.UTF_8).length > MAX_PART_BYTES) {
      throw wrong(name, "has a part of more than " + MAX_PART_BYTES + " bytes");
    }
    for (int i = 0; i < part.length(); i++) {
      char c = part.charAt(i);
      if (Character.isISOControl(c)) {
        throw wrong(name, "has a control character in it");
      }
      if (c == '\uFFFD' || isLoneSurrogate(part, i)) {
        throw wrong(name, "is not valid text");
      }
    }
    return part;
  }

  private static boolean isLoneSurrogate(String part, int i) {
    char c = part.charAt(i);
    if (Character.isHighSurrogate(c)) {
      return i + 1 == part.length() || !Character.isLowSurrogate(part.charAt(i + 1));
    }
    return Character.isLowSurrogate(c)
        && (i == 0 || !Character.isHighSurrogate(part.charAt(i - 1)));
  }

  private static BadPackage wrong(String name, String why) {
    return new BadPackage("the name \"" + BadPackage.shown(name) + "\" " + why);
  }

  /** What systems that do not tell upper from lower case make of it. */
  static String folded(String text) {
    return Normalizer.normalize(text, Normalizer.Form.NFC)
        .toUpperCase(Locale.ROOT)
        .toLowerCase(Locale.ROOT);
  }

  boolean isRoot() {
    return parts.isEmpty();
  }

  @Override
  public String toString() {
    return String.join("/", parts);
  }
}
