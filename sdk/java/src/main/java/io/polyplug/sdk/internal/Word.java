package io.polyplug.sdk.internal;

import io.polyplug.wire.Json;
import java.nio.file.Path;

/**
 * A word of a command line in a file that is written. What lies in the folder of that file is named
 * from there, so that the folder can be moved, packed and cloned.
 *
 * @param text as it is, or the path from the folder
 * @param beside whether it is such a path
 */
record Word(String text, boolean beside) {
  static Word of(String word, Path folder) {
    Path path = Path.of(word).normalize();
    Path home = folder.toAbsolutePath().normalize();
    return path.isAbsolute() && path.startsWith(home) && !path.equals(home)
        ? new Word(home.relativize(path).toString(), true)
        : new Word(word, false);
  }

  /** In a script that knows where it is. */
  String inShell() {
    String quoted = "'" + text.replace("'", "'\\''") + "'";
    return beside ? "\"$here\"/" + quoted : quoted;
  }

  /** In an adapter that knows where it is. */
  String inAdapter() {
    return beside ? "here + " + Json.string(text) : Json.string(text).toString();
  }
}
