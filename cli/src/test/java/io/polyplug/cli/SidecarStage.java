package io.polyplug.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.polyplug.process.ProgramLookup;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Commands in processes of their own, in a folder whose home binds a sidecar called echo. */
abstract class SidecarStage {
  @TempDir Path folder;
  Path home;
  Map<String, String> environment;
  final List<Program> programs = new ArrayList<>();

  @BeforeEach
  void bindASidecar() throws IOException {
    assumeTrue(ProgramLookup.ofHost().has("python3"), "python3 is not installed");
    home = Files.createDirectory(folder.resolve("home"));
    environment = Map.of("POLYPLUG_HOME", home.toString());
    try (InputStream script = SidecarStage.class.getResourceAsStream("sidecar.py")) {
      Files.write(folder.resolve("sidecar.py"), Objects.requireNonNull(script).readAllBytes());
    }
    Files.writeString(home.resolve("polyplug.toml"), sidecar("echo"));
  }

  String sidecar(String id) {
    return """
    [[plugin]]
    contract = "bowire"
    id = "%s"
    command = "python3"
    args = ["%s"]
    initialize_timeout = "60s"
    discover_timeout = "60s"
    """
        .formatted(id, folder.resolve("sidecar.py"));
  }

  @AfterEach
  void endAll() {
    programs.forEach(Program::close);
  }

  Program start(String... args) throws IOException {
    Program program = Program.start(folder, environment, args);
    programs.add(program);
    return program;
  }

  Program up() throws Exception {
    Program up = start("up");
    up.awaitLine(line -> line.startsWith("polyplug is up: pid " + up.pid()));
    up.awaitLine(line -> line.equals("echo: healthy"));
    return up;
  }

  /** A command in this process, with the same home. */
  CommandRun run(String... args) {
    return new CommandRun.Place(folder).run(args);
  }

  Map<String, Json> plugin(String id) {
    String document = run("list", "--verbose", "--json").out();
    for (Json row : JsonParts.elements(JsonParts.members(Json.parse(document)).get("plugins"))) {
      if (id.equals(JsonParts.members(row).get("id").stringValue())) {
        return JsonParts.members(row);
      }
    }
    throw new AssertionError("no " + id + " in " + document);
  }

  ProcessHandle process(String plugin) {
    long pid = Long.parseLong(plugin(plugin).get("pid").toString());
    return ProcessHandle.of(pid).orElseThrow();
  }

  static void awaitGone(ProcessHandle process) throws Exception {
    process.onExit().get(60, TimeUnit.SECONDS);
  }

  static String error(Map<String, Json> document) {
    return JsonParts.members(document.get("error")).get("kind").stringValue();
  }

  Program inShell(String script, String... args) throws IOException {
    Program program = Program.inShell(folder, environment, script, args);
    programs.add(program);
    return program;
  }

  static void assertInterrupted(Program program) throws Exception {
    program.signal("INT");
    assertThat(program.awaitExit()).isEqualTo(130);
    List<String> out = program.rest();
    assertThat(out).hasSize(1);
    Map<String, Json> document = JsonParts.members(Json.parse(out.getFirst()));
    assertThat(document.get("ok")).hasToString("false");
    assertThat(error(document)).isEqualTo("interrupted");
  }
}
