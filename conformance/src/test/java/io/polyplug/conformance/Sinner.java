package io.polyplug.conformance;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.polyplug.base.Clock;
import io.polyplug.host.PluginHost;
import io.polyplug.host.PluginInfo;
import io.polyplug.process.Environment;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.ProgramLookup;
import io.polyplug.process.Spawner;
import io.polyplug.wire.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs suites against programs: what they pass, fail and skip. */
public final class Sinner {
  private Sinner() {}

  /** The interpreter itself: what is on the PATH may be a script that looks for it every time. */
  public static String python() throws IOException {
    assumeTrue(ProgramLookup.ofHost().has("python3"), "python3 is not installed");
    Process asked =
        new ProcessBuilder("python3", "-c", "import sys; print(sys.executable)").start();
    try (InputStream out = asked.getInputStream()) {
      return new String(out.readAllBytes(), StandardCharsets.UTF_8).strip();
    }
  }

  /** A program that is bound by a table of a configuration file in its folder. */
  public static Subject command(String contract, String id, Path folder, String... words)
      throws IOException, LaunchFailure {
    assumeTrue(ProgramLookup.ofHost().has(words[0]), words[0] + " is not installed");
    Path file = folder.resolve("polyplug.toml");
    Files.writeString(
        file,
        """
        [[plugin]]
        contract = "%s"
        id = "%s"
        command = %s
        args = [%s]
        """
            .formatted(
                contract,
                id,
                Json.string(words[0]),
                Stream.of(words)
                    .skip(1)
                    .map(it -> Json.string(it).toString())
                    .collect(Collectors.joining(", "))));
    ProcessSpec program =
        ProcessSpec.of(ProgramLookup.ofHost().find(words[0]))
            .arguments(List.of(words).subList(1, words.length))
            .folder(folder)
            .environment(Environment.empty().inheritAll())
            .build();
    return new Subject(
        new PluginInfo(contract, id, id, "", "", file, ""),
        Optional.empty(),
        Optional.of(program),
        () -> PluginHost.builder().configFile(file));
  }

  /** A test program of this module, copied to the folder. */
  public static Path script(String name, Path folder) throws IOException {
    try (InputStream script = Sinner.class.getResourceAsStream(name)) {
      Path copy = folder.resolve(name);
      Files.write(copy, Objects.requireNonNull(script).readAllBytes());
      return copy;
    }
  }

  public static Report judge(Suite suite, Subject subject) {
    return new Conformance(Spawner.platform(), Clock.system())
        .run(suite, subject, axis -> true, result -> {});
  }

  /** The ids of the axes that ended so, in alphabetical order. */
  public static Set<String> axes(Report report, Class<? extends Verdict> verdict) {
    return report.results().stream()
        .filter(it -> verdict.isInstance(it.verdict()))
        .map(it -> it.axis().id())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** What is to be seen of a report if an assertion fails. */
  public static String shown(Report report) {
    return report.results().stream()
        .map(
            it ->
                "%s %s: %s".formatted(it.verdict().word(), it.axis().id(), it.verdict().sentence()))
        .collect(Collectors.joining("\n"));
  }

  /** The axes in a table's cell. */
  public static Set<String> named(String axes) {
    return Stream.of(axes.split(" "))
        .filter(it -> !it.isEmpty())
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
