package io.polyplug.bento;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.polyplug.process.Environment;
import io.polyplug.process.ProgramLookup;
import io.polyplug.process.StderrPolicy;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * Plugins of a test: {@code adapter.py} with a few lines of Python for each, on a path of their
 * own.
 */
final class Stage implements AutoCloseable {
  /** Only a test of a limit may depend on how fast the machine is. */
  static final Duration AMPLE = Duration.ofSeconds(60);

  static final AdapterLimits PATIENT = new AdapterLimits(AMPLE, AMPLE, AMPLE, AMPLE);

  private static final String PYTHON = python();

  final RecordedLog log = new RecordedLog();
  private final Path folder;
  private final List<BentoAdapters> started = new ArrayList<>();

  Stage(Path folder) {
    this.folder = folder;
  }

  private static String python() {
    if (!ProgramLookup.ofHost().has("python3")) {
      return "";
    }
    try {
      // The interpreter itself: a wrapper in front of it takes its time at each start.
      Process asked =
          new ProcessBuilder("python3", "-c", "import sys; print(sys.executable)").start();
      return new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      return "python3";
    }
  }

  /** A plugin in the folder {@code bin}; returns its file. */
  Path plugin(String id, String... python) throws IOException {
    return pluginIn("bin", id, python);
  }

  Path pluginIn(String bin, String id, String... python) throws IOException {
    assumeTrue(!PYTHON.isEmpty(), "python3 is not installed");
    Path script = folder.resolve("adapter.py");
    if (!Files.exists(script)) {
      try (InputStream in = Stage.class.getResourceAsStream("adapter.py")) {
        Files.write(script, Objects.requireNonNull(in).readAllBytes());
      }
    }
    Path parts = Files.createDirectories(folder.resolve(bin + "-parts"));
    Path own = Files.writeString(parts.resolve(id + ".py"), String.join("\n", python) + "\n");
    String line =
        "exec '%s' -S -E '%s' '%s' '%s'"
            .formatted(PYTHON, script, own, parts.resolve(id + ".seen"));
    return executable(bin, "bento-adapter-" + id, "#!/bin/sh\n" + line + "\n");
  }

  Path executable(String bin, String name, String content) throws IOException {
    Path file = Files.createDirectories(folder.resolve(bin)).resolve(name);
    Files.writeString(file, content);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** What the plugin was sent, a message each line, and its own notes. */
  List<String> seen(String id) throws IOException {
    Path file = folder.resolve("bin-parts").resolve(id + ".seen");
    return Files.exists(file) ? Files.readAllLines(file) : List.of();
  }

  /** How often the plugin was asked this. */
  long asked(String id, String method) throws IOException {
    return seen(id).stream().filter(it -> it.contains("\"method\":\"" + method + "\"")).count();
  }

  Path bin() {
    return folder.resolve("bin");
  }

  AdapterSettings settings() {
    return AdapterSettings.inherited(log)
        .withPath(bin().toString())
        .withEnvironment(Environment.empty().inheritAll(), folder)
        .withStderr(StderrPolicy.discard())
        .withLimits(PATIENT);
  }

  BentoAdapters start() {
    return start(it -> it);
  }

  BentoAdapters start(UnaryOperator<AdapterSettings> change) {
    BentoAdapters adapters = BentoAdapters.start(change.apply(settings()));
    started.add(adapters);
    return adapters;
  }

  /** Starts the only plugin. */
  BentoAdapter only(String id, String... python) throws Exception {
    return only(it -> it, id, python);
  }

  BentoAdapter only(UnaryOperator<AdapterSettings> change, String id, String... python)
      throws Exception {
    plugin(id, python);
    return start(change).adapters().getFirst();
  }

  @Override
  public void close() {
    started.forEach(BentoAdapters::closeAtOnce);
  }
}
