package io.polyplug.conformance;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.polyplug.host.PluginHost;
import io.polyplug.host.PluginInfo;
import io.polyplug.process.Environment;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.ProgramLookup;
import io.polyplug.wire.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The programs that suites are run against. */
public final class Programs {
  private Programs() {}

  /** The interpreter itself: what is on the PATH may be a script that looks for it every time. */
  public static String python() throws IOException {
    assumeTrue(ProgramLookup.ofHost().has("python3"), "python3 is not installed");
    Process asked =
        new ProcessBuilder("python3", "-c", "import sys; print(sys.executable)").start();
    try (InputStream out = asked.getInputStream()) {
      return new String(out.readAllBytes(), StandardCharsets.UTF_8).strip();
    }
  }

  /** A test program of this module, copied to the folder. */
  public static Path copied(String name, Path folder) throws IOException {
    try (InputStream script = Programs.class.getResourceAsStream(name)) {
      Path copy = folder.resolve(name);
      Files.write(copy, Objects.requireNonNull(script).readAllBytes());
      return copy;
    }
  }

  /** A Python program of this module with a sin, bound by a table of a file in its folder. */
  public static Subject sinner(String contract, String id, String script, String sin, Path folder)
      throws Exception {
    String[] words = {python(), "-IS", copied(script, folder).toString(), sin};
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
    return new Subject(
        new PluginInfo(contract, id, id, "", "", file, ""),
        Optional.empty(),
        Optional.of(started(folder, words)),
        () -> PluginHost.builder().configFile(file));
  }

  /** What these words start in this folder. */
  public static ProcessSpec started(Path folder, String... words) throws LaunchFailure {
    assumeTrue(ProgramLookup.ofHost().has(words[0]), words[0] + " is not installed");
    return ProcessSpec.of(ProgramLookup.ofHost().find(words[0]))
        .arguments(List.of(words).subList(1, words.length))
        .folder(folder)
        .environment(Environment.empty().inheritAll())
        .build();
  }
}
