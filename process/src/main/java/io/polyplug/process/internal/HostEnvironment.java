package io.polyplug.process.internal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The host's variables as they were when the JVM started.
 *
 * <p>{@code System.getenv} decodes by the locale and loses every non-ASCII character in a JVM
 * without one, so on Linux the bytes are read from the kernel and taken as UTF-8.
 */
public final class HostEnvironment {
  private static final Map<String, String> VARIABLES = Collections.unmodifiableMap(read());

  private HostEnvironment() {}

  /** Name to value. */
  public static Map<String, String> variables() {
    return VARIABLES;
  }

  /**
   * What a launcher that had to give the JVM a UTF-8 locale found before: the value of LC_ALL, or
   * nothing if it was not set. Children that inherit the environment get that one.
   */
  static final String ORIGINAL_LOCALE = "POLYPLUG_ORIGINAL_LC_ALL";

  static void restoreLocale(Map<String, String> variables) {
    String original = variables.remove(ORIGINAL_LOCALE);
    if (original == null) {
      return;
    }
    if (original.isEmpty()) {
      variables.remove("LC_ALL");
    } else {
      variables.put("LC_ALL", original);
    }
  }

  private static Map<String, String> read() {
    try {
      byte[] bytes = Files.readAllBytes(Path.of("/proc/self/environ"));
      Map<String, String> variables = new LinkedHashMap<>();
      for (String entry : new String(bytes, StandardCharsets.UTF_8).split("\0", -1)) {
        int equals = entry.indexOf('=');
        if (equals > 0) {
          variables.putIfAbsent(entry.substring(0, equals), entry.substring(equals + 1));
        }
      }
      restoreLocale(variables);
      return variables;
    } catch (IOException absent) {
      return System.getenv();
    }
  }
}
