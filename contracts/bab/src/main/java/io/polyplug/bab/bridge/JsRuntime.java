package io.polyplug.bab.bridge;

import java.nio.file.Path;
import java.util.List;

/**
 * A program that runs JavaScript.
 *
 * @param major of its version; 0 if nobody needs to know
 * @param minor of its version
 */
record JsRuntime(Kind kind, Path program, int major, int minor) {
  /** Which of the two. */
  enum Kind {
    BUN,
    NODE
  }

  /** The first node whose load hooks suffice. */
  static final String OLDEST_NODE = "20.6";

  static JsRuntime bun(Path program) {
    return new JsRuntime(Kind.BUN, program, 0, 0);
  }

  boolean isUsable() {
    return kind == Kind.BUN || isAtLeast(20, 6);
  }

  /** Whether it can take the types out of TypeScript itself, though nothing more. */
  boolean stripsTypes() {
    return kind == Kind.BUN || (major == 22 ? minor >= 18 : isAtLeast(23, 6));
  }

  private boolean isAtLeast(int wantedMajor, int wantedMinor) {
    return major > wantedMajor || (major == wantedMajor && minor >= wantedMinor);
  }

  /**
   * The arguments before the script. Nothing in the working folder may have a say: bun would run
   * what a bunfig.toml there names, read its .env, and fetch packages that are not installed.
   */
  List<String> arguments() {
    return switch (kind) {
      case BUN -> List.of("--no-install", "--env-file=/dev/null", "--config=/dev/null");
      case NODE -> List.of("--enable-source-maps", "--no-warnings");
    };
  }
}
