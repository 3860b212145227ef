package io.polyplug.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.polyplug.host.Contract;
import io.polyplug.host.Discovered;
import io.polyplug.host.FailureCode;
import io.polyplug.host.Plugin;
import io.polyplug.host.PluginDefinition;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.PluginHost;
import io.polyplug.host.ToolCall;
import io.polyplug.host.config.ConfigFile;
import io.polyplug.host.config.Configuration;
import io.polyplug.host.config.Folders;
import io.polyplug.host.config.TrustStore;
import io.polyplug.wire.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files in which other clients keep their servers. */
class ServersFileTest {
  private static final List<Contract> CONTRACTS = List.of(new McpContract());

  @TempDir Path folder;

  private static List<Discovered> read(String json) {
    return new McpContract()
        .bindFile(Path.of("/project/.mcp.json"), json.getBytes(StandardCharsets.UTF_8));
  }

  private static String onlyReason(String json) {
    List<Discovered> found = read(json);
    assertThat(found).hasSize(1);
    return ((Discovered.Invalid) found.getFirst()).reason();
  }

  private static PluginDefinition only(String json) {
    List<Discovered> found = read(json);
    assertThat(found).hasSize(1);
    return ((Discovered.Found) found.getFirst()).definition();
  }

  @Test
  void serversOfAllShapesAreRead() {
    List<Discovered> found =
        read(
            """
            {
              // Some clients let people write this.
              "mcpServers": {
                "fs": {"command": "npx", "args": ["-y", "server", "."], "env": {"A": "b", "N": 1}},
                "web": {"type": "http", "url": "https://example.org/mcp", "headers": {"X": "${T}"}},
                "bare": {"url": "http://localhost:1/mcp"},
                "off": {"command": "x", "disabled": true},
              },
            }
            """);
    assertThat(found)
        .extracting(it -> ((Discovered.Found) it).definition().info().qualifiedId())
        .containsExactly("mcp:fs", "mcp:web", "mcp:bare");
    assertThat(((Discovered.Found) found.getFirst()).definition().commandLine())
        .containsExactly("npx", "-y", "server", ".");
  }

  @Test
  void theOtherNameForServersIsReadToo() {
    assertThat(only("{\"servers\":{\"a\":{\"type\":\"stdio\",\"command\":\"x\"}}}").info().id())
        .isEqualTo("a");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"command": 7}                        | mcpServers.a.command: expected a text, found 7
          {"command": "x", "args": "y"}         | mcpServers.a.args: expected a list of texts, found the text "y"
          {"command": "x", "args": [1]}         | mcpServers.a.args[0]: expected a text, found 1
          {"command": "x", "env": []}           | mcpServers.a.env: expected an object of texts, found a list
          {"command": "x", "env": {"b": {}}}    | mcpServers.a.env.b: expected a text, found an object
          {"command": "x", "env": {"=": ""}}    | mcpServers.a.env: expected names, found "="
          {"command": "x", "disabled": "no"}    | mcpServers.a.disabled: expected true or false, found the text "no"
          {}                                    | mcpServers.a: expected a command or a url
          {"type": "http"}                      | mcpServers.a: expected a url
          {"type": "tcp", "url": "x"}           | mcpServers.a.type: expected stdio or http, found "tcp"
          7                                     | mcpServers.a: expected an object, found 7
          """)
  void aMistakeNamesItsPlace(String entry, String expected) {
    assertThat(onlyReason("{\"mcpServers\":{\"a\":" + entry + "}}")).isEqualTo(expected);
  }

  @Test
  void theOldTransportIsRefusedByName() {
    assertThat(onlyReason("{\"mcpServers\":{\"a\":{\"type\":\"sse\",\"url\":\"https://x/\"}}}"))
        .contains("HTTP+SSE");
  }

  @Test
  void plainHttpGoesToThisMachineOnly() {
    String entry = "{\"mcpServers\":{\"a\":{\"url\":\"http://example.org/\"%s}}}";
    assertThat(onlyReason(entry.formatted(""))).contains("mcpServers.a.url: expected an https");
    assertThat(only(entry.formatted(",\"allow_insecure\":true")).info().id()).isEqualTo("a");
  }

  @Test
  void aWrongEntrySpoilsNoOther() {
    assertThat(read("{\"mcpServers\":{\"a\":{},\"b\":{\"command\":\"x\"},\"\":{}}}")).hasSize(3);
  }

  @Test
  void whatIsNoSuchFileIsOneSentence() {
    assertThat(onlyReason("{")).startsWith("it is not JSON (line 1)");
    assertThat(onlyReason("[]")).isEqualTo("expected an object with mcpServers");
    assertThat(onlyReason("{}")).isEqualTo("expected an object under mcpServers");
    assertThat(onlyReason("{\"servers\":[]}")).isEqualTo("expected an object under mcpServers");
    assertThat(onlyReason("{\"servers\":{}} x")).startsWith("it is not JSON");
  }

  @Test
  void placesForVariablesAreFilledAtAStartAndNotShown() throws Exception {
    String json =
        """
        {"mcpServers": {"it": {
          "command": "${NO_SUCH_VARIABLE:-python3}",
          "args": ["server.py", "trace=${HOME}/x${NO_SUCH_VARIABLE:-}/../trace"],
          "env": {"TOLD": "${PATH}", "MORE": "<${env:HOME}>"}}}}
        """;
    PluginDefinition definition = only(json);
    assertThat(definition.commandLine()).contains("${NO_SUCH_VARIABLE:-python3}");
    Files.writeString(
        folder.resolve("servers.json"), json.replace("trace=${HOME}/x", "modern=${HOME}/x"));
    try (PluginHost host = named("servers.json")) {
      Json seen =
          host.plugin("it")
              .as(McpServerClient.class)
              .call("environment", Json.EMPTY_OBJECT)
              .structured()
              .orElseThrow();
      assertThat(seen.toString())
          .contains("\"TOLD\": \"" + System.getenv("PATH"))
          .contains("\"MORE\": \"<" + System.getenv("HOME") + ">\"");
    }
  }

  @Test
  void aVariableThatIsNotSetKeepsItFromStarting() throws Exception {
    Files.writeString(
        folder.resolve("servers.json"),
        "{\"mcpServers\":{\"it\":{\"command\":\"python3\",\"args\":[\"${NO_SUCH_VARIABLE}\"]}}}");
    try (PluginHost host = named("servers.json")) {
      PluginFailure failure =
          catchThrowableOfType(
              PluginFailure.class, () -> host.plugin("it").as(McpServerClient.class).ping());
      assertThat(failure.failure().code()).isEqualTo(FailureCode.INVALID_CONFIGURATION);
      assertThat(failure.failure().message()).contains("NO_SUCH_VARIABLE is not set");
    }
  }

  /** A host whose configuration names a file of servers. */
  private PluginHost named(String file) throws IOException {
    writeScript();
    Path config =
        Files.writeString(folder.resolve("polyplug.toml"), "[mcp]\nservers = ['" + file + "']\n");
    return PluginHost.builder().contract(new McpContract()).configFile(config).build();
  }

  private void writeScript() throws IOException {
    try (InputStream script = ServersFileTest.class.getResourceAsStream("server.py")) {
      Files.write(folder.resolve("server.py"), Objects.requireNonNull(script).readAllBytes());
    }
  }

  @Test
  void aNamedFileThatIsNotThereIsToldAndSpoilsNothing() throws Exception {
    try (PluginHost host = named("none.json")) {
      assertThat(host.invalid()).hasSize(1);
      assertThat(host.invalid().getFirst().reason()).contains("no such file");
    }
  }

  private Configuration found(Folders folders) {
    return Configuration.forFolder(folder.resolve("below"), List.of(), folders, CONTRACTS);
  }

  @Test
  void aFileThatWasFoundRunsNothingBeforeItIsTrustedAndAgainAfterAChange() throws Exception {
    Folders folders = Folders.of(Map.of("POLYPLUG_HOME", folder.resolve("home").toString()));
    Files.createDirectories(folder.resolve("below"));
    writeScript();
    Path file =
        Files.writeString(
            folder.resolve(".mcp.json"),
            "{\"mcpServers\":{\"it\":{\"command\":\"python3\",\"args\":[\"server.py\"]}}}");
    try (PluginHost host = host(folders)) {
      Plugin it = host.plugin("it");
      PluginFailure failure =
          catchThrowableOfType(
              PluginFailure.class, () -> it.tool("echo").call(ToolCall.of(Json.EMPTY_OBJECT)));
      assertThat(failure.failure().code()).isEqualTo(FailureCode.INVALID_CONFIGURATION);
      assertThat(failure.failure().message()).contains("polyplug trust", ".mcp.json");
    }
    new TrustStore(folders.state()).trust(file, Files.readAllBytes(file));
    try (PluginHost host = host(folders)) {
      host.plugin("it").as(McpServerClient.class).ping();
    }
    Files.writeString(file, Files.readString(file) + "\n");
    assertThat(found(folders).plugins().getFirst().trusted()).isFalse();
  }

  private PluginHost host(Folders folders) {
    return PluginHost.builder().contract(new McpContract()).configuration(found(folders)).build();
  }

  @Test
  void aFileThatAFoundFileNamesHasToBeTrustedItself() throws Exception {
    Folders folders = Folders.of(Map.of("POLYPLUG_HOME", folder.resolve("home").toString()));
    Files.createDirectories(folder.resolve("below"));
    Path toml =
        Files.writeString(folder.resolve("polyplug.toml"), "[mcp]\nservers = ['more.json']\n");
    Path json =
        Files.writeString(
            folder.resolve("more.json"), "{\"mcpServers\":{\"it\":{\"command\":\"x\"}}}");
    TrustStore store = new TrustStore(folders.state());
    assertThat(found(folders).plugins().getFirst().diagnose().getFirst()).contains(toml.toString());
    store.trust(ConfigFile.read(toml));
    assertThat(found(folders).plugins().getFirst().diagnose().getFirst()).contains(json.toString());
    store.trust(json, Files.readAllBytes(json));
    assertThat(found(folders).plugins().getFirst().trusted()).isTrue();
  }

  @Test
  void aTableOfABindingFileStandsInFrontOfAFoundOne() throws Exception {
    Folders folders = Folders.of(Map.of("POLYPLUG_HOME", folder.resolve("home").toString()));
    Files.createDirectories(folder.resolve("below"));
    Path toml =
        Files.writeString(
            folder.resolve("polyplug.toml"),
            "[[plugin]]\ncontract='mcp'\nid='it'\ncommand='first'\n");
    Files.writeString(
        folder.resolve(".mcp.json"), "{\"mcpServers\":{\"it\":{\"command\":\"second\"}}}");
    assertThat(found(folders).plugins()).hasSize(1);
    assertThat(found(folders).plugins().getFirst().info().origin()).isEqualTo(toml);
  }
}
