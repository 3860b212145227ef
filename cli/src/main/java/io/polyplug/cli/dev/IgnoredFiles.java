package io.polyplug.cli.dev;

import java.util.Set;
import java.util.regex.Pattern;

/** Which names no plugin is made of: what tools, runtimes and editors leave beside its files. */
final class IgnoredFiles {
  private static final Set<String> NAMES =
      Set.of(
          ".git",
          "node_modules",
          "__pycache__",
          "target",
          // vim tries with this name whether it may write.
          "4913");

  /** Swap files of vim, backups of most editors, locks of Emacs; and what programs write down. */
  private static final Pattern LEFT =
      Pattern.compile(".*\\.sw[a-p]|.*~|\\.#.*|#.*#|.*\\.log|.*___jb_(tmp|old)___", Pattern.DOTALL);

  private IgnoredFiles() {}

  static boolean has(String name) {
    return NAMES.contains(name) || LEFT.matcher(name).matches();
  }
}
