package io.polyplug.bab;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Text with places for what a run is about, such as {@code {prompt}}; {@code {{} and {@code }}} are
 * braces. What is put in is never looked at again, so a prompt with braces stays as it is.
 */
public record Template(List<Part> parts) {
  private static final Pattern NAME = Pattern.compile("args\\.(.+)", Pattern.DOTALL);

  /** A piece of a template. */
  public sealed interface Part {
    /** As it stands. */
    record Literal(String text) implements Part {}

    /** The caller's prompt. */
    record Prompt() implements Part {}

    /** The prompt of the role. */
    record RolePrompt() implements Part {}

    /** The name of the role. */
    record RoleName() implements Part {}

    /** The working folder. */
    record WorkingDirectory() implements Part {}

    /** One argument of the role; empty text where the role has none of that name. */
    record Argument(String name) implements Part {}

    /** The role's arguments as flags: as many arguments as it takes. */
    record Flags() implements Part {}
  }

  /** A text that is no template. */
  static final class Malformed extends Exception {
    private static final long serialVersionUID = 1;

    Malformed(String message) {
      super(message);
    }

    @Override
    public String getMessage() {
      return String.valueOf(super.getMessage());
    }
  }

  public Template {
    parts = List.copyOf(parts);
  }

  static Template parse(String text) throws Malformed {
    List<Part> parts = new ArrayList<>();
    StringBuilder literal = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean doubled = i + 1 < text.length() && text.charAt(i + 1) == c;
      if (c != '{' && c != '}') {
        literal.append(c);
      } else if (doubled) {
        literal.append(c);
        i++;
      } else {
        int end = c == '{' ? text.indexOf('}', i) : -1;
        if (end < 0) {
          throw new Malformed("a single '" + c + "'; write '" + c + c + "' for a brace");
        }
        if (!literal.isEmpty()) {
          parts.add(new Part.Literal(literal.toString()));
          literal.setLength(0);
        }
        parts.add(placeholder(text.substring(i + 1, end)));
        i = end;
      }
    }
    if (!literal.isEmpty()) {
      parts.add(new Part.Literal(literal.toString()));
    }
    return new Template(parts);
  }

  private static Part placeholder(String name) throws Malformed {
    Matcher argument = NAME.matcher(name);
    return switch (name) {
      case "prompt" -> new Part.Prompt();
      case "role_prompt" -> new Part.RolePrompt();
      case "role" -> new Part.RoleName();
      case "working_directory" -> new Part.WorkingDirectory();
      case "flags" -> new Part.Flags();
      default -> {
        if (!argument.matches()) {
          throw new Malformed(
              "there is no {"
                  + ManifestProblems.shown(name)
                  + "}; expected {prompt}, {role_prompt}, {role}, {working_directory}, {args.NAME}"
                  + " or {flags}");
        }
        yield new Part.Argument(argument.group(1));
      }
    };
  }

  /** Whether it stands for the flags and nothing else. */
  boolean isFlags() {
    return parts.size() == 1 && parts.getFirst() instanceof Part.Flags;
  }

  boolean hasFlags() {
    return parts.stream().anyMatch(Part.Flags.class::isInstance);
  }

  /** The text for a run. */
  String fill(RunInput input) {
    StringBuilder out = new StringBuilder();
    for (Part part : parts) {
      out.append(
          switch (part) {
            case Part.Literal(String text) -> text;
            case Part.Prompt _ -> input.prompt();
            case Part.RolePrompt _ -> input.role().prompt();
            case Part.RoleName _ -> input.role().name();
            case Part.WorkingDirectory _ -> input.workingDirectory();
            case Part.Argument(String name) -> input.role().argument(name);
            case Part.Flags _ -> String.join(" ", input.role().flags());
          });
    }
    return out.toString();
  }
}
