package io.polyplug.cli.dev;

import io.polyplug.process.ProcessSpec;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What runs a program, as far as a debugger can be waited for there. */
enum Runner {
  JAVA,
  NODE,
  PYTHON;

  private static final int MOST_READ = 8 << 10;
  private static final Pattern PYTHONS = Pattern.compile("python[0-9.]*");

  /** A small script that becomes its program in the end, as build tools write them. */
  private static final Pattern EXEC =
      Pattern.compile("(?m)^\\s*exec\\s+['\"]?(?:[^\\s'\"]*/)?(java|node)['\"]?\\s");

  /**
   * How a program is run.
   *
   * @param interpreter the words of the first line of a script, which run it; empty for a program
   *     that is the runner itself or starts it
   */
  record Found(Runner runner, List<String> interpreter) {}

  /** By its name, or by the beginning of its file; empty if it is none of these. */
  static Optional<Found> of(ProcessSpec spec) {
    Optional<Runner> named = named(spec.program());
    if (named.isPresent()) {
      return named.map(it -> new Found(it, List.of()));
    }
    String text = beginning(spec.program());
    if (!text.startsWith("#!")) {
      return Optional.empty();
    }
    List<String> words =
        List.of(text.substring(2, lineEnd(text)).strip().split("\\s+")).stream()
            .filter(it -> !it.equals("-S"))
            .toList();
    int at = Path.of(words.getFirst()).endsWith("env") && words.size() > 1 ? 1 : 0;
    Optional<Runner> first = named(Path.of(words.get(at)));
    if (first.isPresent()) {
      return Optional.of(new Found(first.get(), words.subList(at, words.size())));
    }
    Matcher becomes = EXEC.matcher(text);
    return becomes.find()
        ? named(Path.of(becomes.group(1))).map(it -> new Found(it, List.of()))
        : Optional.empty();
  }

  private static Optional<Runner> named(Path program) {
    String name = String.valueOf(program.getFileName());
    return switch (name) {
      case "java" -> Optional.of(JAVA);
      case "node", "nodejs" -> Optional.of(NODE);
      default -> PYTHONS.matcher(name).matches() ? Optional.of(PYTHON) : Optional.empty();
    };
  }

  private static int lineEnd(String text) {
    int end = text.indexOf('\n');
    return end < 0 ? text.length() : end;
  }

  private static String beginning(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      return new String(in.readNBytes(MOST_READ), StandardCharsets.UTF_8);
    } catch (IOException e) {
      // Whoever starts it will hear why it cannot be read.
      return "";
    }
  }
}
