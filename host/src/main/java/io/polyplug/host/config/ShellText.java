package io.polyplug.host.config;

import java.util.regex.Pattern;

/** Text as it has to be typed at a POSIX shell, for commands that people are told to run. */
public final class ShellText {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

  private ShellText() {}

  /** The text itself if no shell would touch it, else in single quotes. */
  public static String quote(String text) {
    return PLAIN.matcher(text).matches() ? text : "'" + text.replace("'", "'\\''") + "'";
  }
}
