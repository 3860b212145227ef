package io.polyplug.cli.scaffold;

import io.polyplug.process.ProgramLookup;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds out what runs the programs of a language on this machine.
 *
 * @param lookup where programs are looked for
 * @param programs runs them
 */
record Runners(ProgramLookup lookup, Programs programs) {
  private static final Pattern VERSION = Pattern.compile("v(\\d{1,4})\\.(\\d{1,4})\\..*");
  private static final String TYPES =
      "TypeScript runs as it is: types are taken away, not checked. Node does that from 22.6 on (before 22.18 with"
          + " --experimental-strip-types), and so does bun. Where tsc is installed, tsc checks the types.";

  Runner of(Language language) throws InterruptedException {
    return switch (language) {
      case JAVA ->
          new Runner(
              List.of(),
              "./build.sh test",
              Optional.empty(),
              "After a change say ./build.sh, which compiles it and trains its start-up cache; it needs a JDK 25."
                  + " The program ./run is bound to that JDK.");
      case PYTHON -> new Runner(List.of("python3"), "python3 -m unittest", missing("python3"), "");
      case JAVASCRIPT ->
          lookup.has("node") || !lookup.has("bun")
              ? new Runner(List.of("node"), "node --test", missing("node"), "")
              : new Runner(List.of("bun"), "bun test", Optional.empty(), "");
      case TYPESCRIPT -> typescript();
      case SHELL -> new Runner(List.of(), "./test.sh", Optional.empty(), "");
    };
  }

  private Optional<String> missing(String program) {
    return lookup.has(program) ? Optional.empty() : Optional.of(program);
  }

  private Runner typescript() throws InterruptedException {
    int version = lookup.has("node") ? nodeVersion() : 0;
    if ((version >= 2218 && version < 2300) || version >= 2306) {
      return new Runner(List.of("node"), "node --test plugin.test.mts", Optional.empty(), TYPES);
    }
    if (version >= 2206) {
      return new Runner(
          List.of("node", "--experimental-strip-types", "--no-warnings"),
          "node --experimental-strip-types --no-warnings --test plugin.test.mts",
          Optional.empty(),
          TYPES);
    }
    if (lookup.has("bun")) {
      return new Runner(List.of("bun"), "bun test", Optional.empty(), TYPES);
    }
    return new Runner(
        List.of("node"), "node --test plugin.test.mts", Optional.of("node 22.18 (or bun)"), TYPES);
  }

  /** 2218 for 22.18; 0 if it does not tell. */
  private int nodeVersion() throws InterruptedException {
    Matcher matcher =
        VERSION.matcher(programs.output(List.of("node", "--version"), lookup).strip());
    return matcher.matches()
        ? Integer.parseInt(matcher.group(1)) * 100 + Integer.parseInt(matcher.group(2))
        : 0;
  }
}
