package io.polyplug.testkit;

import io.polyplug.process.MemoryProgram;
import io.polyplug.sdk.Plugin;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A plugin as a {@link VirtualHost} takes it: of which contract, what it is called, what runs when
 * it is started, and what its folder and its binding hold. Used by one thread until it is added.
 */
public final class InMemoryPlugin {
  private static final String AINB = "ainb";
  private static final String BAB = "bab";
  private static final String RUNE = "rune";

  private final String contract;
  private final String id;
  private final MemoryProgram program;
  private final @Nullable Plugin written;
  private final Map<String, Function<Path, String>> files = new LinkedHashMap<>();
  private final List<String> settings = new ArrayList<>();

  private InMemoryPlugin(
      String contract, String id, MemoryProgram program, @Nullable Plugin written) {
    this.contract = contract;
    this.id = id;
    this.program = program;
    this.written = written;
  }

  /**
   * Any program that reads and writes streams. One of ainb needs the file {@code manifest.toml},
   * one of rune the setting {@code capabilities}, if it asks for any.
   */
  public static InMemoryPlugin of(String contract, String id, MemoryProgram program) {
    return new InMemoryPlugin(contract, id, program, null);
  }

  /** A plugin of the SDK, which writes itself what its contract wants to find beside it. */
  public static InMemoryPlugin of(String contract, Plugin plugin) {
    return of(contract, plugin, program(plugin));
  }

  /** As {@link #of(String, Plugin)}, with another program in front of it. */
  static InMemoryPlugin of(String contract, Plugin plugin, MemoryProgram program) {
    String described = run(plugin, "--describe");
    Json name = JsonParts.find(Json.parse(described), "name")[0];
    String id = name == null ? "" : String.valueOf(name.stringValue());
    return new InMemoryPlugin(contract, id, program, plugin);
  }

  /** What serves a plugin of the SDK. */
  static MemoryProgram program(Plugin plugin) {
    return self ->
        plugin.serve(
            self.stdin(),
            self.stdout(),
            self.stderr(),
            self.spec().arguments().toArray(String[]::new));
  }

  /** A file of its folder. */
  public InMemoryPlugin file(String name, String content) {
    return file(name, _ -> content);
  }

  /** A file of its folder that depends on where its program is. */
  InMemoryPlugin file(String name, Function<Path, String> content) {
    files.put(name, content);
    return this;
  }

  /** A line of its table in {@code polyplug.toml}, as {@code idle_reap = "30s"}. */
  public InMemoryPlugin setting(String line) {
    settings.add(line);
    return this;
  }

  public String contract() {
    return contract;
  }

  public String id() {
    return id;
  }

  MemoryProgram program() {
    return program;
  }

  /** What is started. */
  Path executable(Path folder) {
    return folder.resolve(id);
  }

  /** Writes its folder, and returns its table. */
  String install(Path folder) throws IOException {
    Files.createDirectories(folder);
    if (written != null && contract.equals(AINB)) {
      run(written, "--write", AINB, folder.toString(), "--command", id);
    }
    Path executable = executable(folder);
    if (written != null && contract.equals(BAB)) {
      run(written, "--write", BAB, folder.toString(), "--command", executable.toString());
      nameProgram(folder.resolve("manifest.yaml"), executable);
    }
    for (Map.Entry<String, Function<Path, String>> file : files.entrySet()) {
      Files.writeString(folder.resolve(file.getKey()), file.getValue().apply(executable));
    }
    Folders.program(executable);
    StringBuilder table = new StringBuilder("[[plugin]]\n");
    table.append("contract = ").append(Json.string(contract)).append('\n');
    if (contract.equals(AINB) || contract.equals(BAB)) {
      table.append("path = ").append(Json.string(folder.toString())).append('\n');
    } else {
      table.append("id = ").append(Json.string(id)).append('\n');
      table.append("command = ").append(Json.string(executable.toString())).append('\n');
    }
    if (written != null && contract.equals(RUNE)) {
      table.append("capabilities = ").append(capabilities(written, folder)).append('\n');
    }
    settings.forEach(line -> table.append(line).append('\n'));
    return table.toString();
  }

  /** The adapter that would name the program beside it is played here, and names none. */
  private static void nameProgram(Path manifest, Path executable) throws IOException {
    String text = Files.readString(manifest);
    String named = "command: " + Json.string(executable.toString());
    Files.writeString(manifest, text.replace("command: \"sh\"", named));
  }

  /** What it asks for is allowed, as its bundle would have it. */
  private static Json capabilities(Plugin plugin, Path folder) throws IOException {
    run(plugin, "--write", RUNE, folder.toString(), "--command", "program");
    Json bundle = Json.parse(Files.readAllBytes(folder.resolve("rterm-plugin.json")));
    return Objects.requireNonNull(JsonParts.find(bundle, "capabilities")[0]);
  }

  private static String run(Plugin plugin, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    int code = serve(plugin, out, errors, args);
    if (code != 0) {
      throw new IllegalArgumentException(
          "The plugin cannot be installed: " + errors.toString(StandardCharsets.UTF_8).strip());
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  private static int serve(Plugin plugin, OutputStream out, OutputStream errors, String... args) {
    try (PrintStream told = new PrintStream(errors, true, StandardCharsets.UTF_8)) {
      return plugin.serve(InputStream.nullInputStream(), out, told, args);
    }
  }
}
