package io.polyplug.monorepo.inspect;

import io.polyplug.base.UntrustedText;
import io.polyplug.monorepo.ProblemKind;
import io.polyplug.monorepo.WorkspaceProblem;
import java.util.List;
import java.util.Optional;

/** Names of dishes and bentos that people choose. Pure functions. */
final class Names {
  private static final int LONGEST = 200;

  private Names() {}

  /** Gives it back if it can be one. */
  static String checked(String name) throws WorkspaceProblem {
    if (name.isBlank()
        || name.length() > LONGEST
        || name.startsWith(".")
        || name.chars().anyMatch(c -> c == '/' || c == '\\' || c < 0x20 || c == 0x7F)) {
      throw new WorkspaceProblem(
          ProblemKind.INVALID_NAME,
          "\"" + UntrustedText.excerpt(name, 80) + "\" cannot be a name",
          Optional.empty(),
          Optional.of(
              "A name is not blank, has no / and no control character, and begins with no dot."),
          List.of());
    }
    return name;
  }

  /** As a text of TOML. */
  static String quoted(String text) {
    StringBuilder out = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < 0x20 || c == 0x7F) {
        out.append("\\u%04x".formatted((int) c));
      } else {
        out.append(c);
      }
    }
    return out.append('"').toString();
  }
}
