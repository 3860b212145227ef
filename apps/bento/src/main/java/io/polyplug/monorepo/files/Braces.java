package io.polyplug.monorepo.files;

import io.polyplug.base.UntrustedText;
import io.polyplug.monorepo.ProblemKind;
import io.polyplug.monorepo.WorkspaceProblem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Writes the alternatives of a glob out. */
final class Braces {
  private static final int MOST = 4096;

  private Braces() {}

  /** All globs without braces that together mean the same. */
  static List<String> expand(String glob) throws WorkspaceProblem {
    if (glob.indexOf('{') < 0 && glob.indexOf('}') < 0) {
      return List.of(glob);
    }
    List<String> globs = new ArrayList<>();
    expand(glob, glob, globs);
    return globs;
  }

  static WorkspaceProblem problem(String glob, String what) {
    return new WorkspaceProblem(
        ProblemKind.CONFIG_INVALID,
        "The glob '" + UntrustedText.escape(glob) + "' " + what + ".",
        Optional.empty(),
        Optional.of("Write a backslash before a special character that means itself."),
        List.of());
  }

  private static void expand(String glob, String rest, List<String> into) throws WorkspaceProblem {
    int open = find(glob, rest, 0, true);
    if (open < 0) {
      if (find(glob, rest, 0, false) >= 0) {
        throw problem(glob, "has a '}' without a '{'");
      }
      if (into.size() == MOST) {
        throw problem(glob, "has too many alternatives");
      }
      into.add(rest);
      return;
    }
    int depth = 0;
    int from = open + 1;
    List<String> alternatives = new ArrayList<>();
    for (int i = open; i < rest.length(); i = next(glob, rest, i)) {
      char c = rest.charAt(i);
      if (c == '{') {
        depth++;
      } else if (c == ',' && depth == 1) {
        alternatives.add(rest.substring(from, i));
        from = i + 1;
      } else if (c == '}' && --depth == 0) {
        alternatives.add(rest.substring(from, i));
        String before = rest.substring(0, open);
        String after = rest.substring(i + 1);
        for (String alternative : alternatives) {
          expand(glob, before + alternative + after, into);
        }
        return;
      }
    }
    throw problem(glob, "has a '{' without a '}'");
  }

  private static int find(String glob, String text, int from, boolean open)
      throws WorkspaceProblem {
    for (int i = from; i < text.length(); i = next(glob, text, i)) {
      if (text.charAt(i) == (open ? '{' : '}')) {
        return i;
      }
    }
    return -1;
  }

  /** The index after the character, the escaped character or the class at {@code i}. */
  private static int next(String glob, String text, int i) throws WorkspaceProblem {
    char c = text.charAt(i);
    if (c == '\\') {
      return i + 2;
    }
    return c == '[' ? CharacterClass.end(glob, text, i) : i + 1;
  }
}
