package io.polyplug.bento;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.polyplug.host.Contract;
import io.polyplug.host.Discovered;
import io.polyplug.host.FailureCode;
import io.polyplug.host.HostEvent;
import io.polyplug.host.PluginError;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.PluginHost;
import io.polyplug.host.ToolCall;
import io.polyplug.host.ToolInfo;
import io.polyplug.host.ToolResult;
import io.polyplug.host.config.ConfigMistake;
import io.polyplug.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Adapters as plugins of a host like any other. */
class ContractRulesTest {
  private static final String ALL =
      "MANIFEST['diagnostic_hooks'] = {'lint': {'rerun': {'kind':'replace','command':'x'},"
          + " 'parser':'plugin'}, 'test': {'rerun': {'kind':'replace','command':'x'},"
          + " 'parser':'ruff'}}";

  @TempDir Path folder;
  private final BlockingQueue<HostEvent> events = new LinkedBlockingQueue<>();
  private Stage stage;
  private PluginHost host;

  @BeforeEach
  void set() {
    stage = new Stage(folder);
  }

  @AfterEach
  void close() {
    if (host != null) {
      host.close();
    }
  }

  private void run(String... python) throws IOException {
    stage.plugin("zig", python);
    host =
        PluginHost.builder()
            .contract(new BentoContract())
            .pluginsFrom(stage.bin())
            .listener(events::add)
            .build();
  }

  private ToolResult call(String tool, String input) {
    return host.plugin("zig").tool(tool).call(ToolCall.of(Json.parse(input)));
  }

  private FailureCode failure(String tool, String input) {
    return catchThrowableOfType(PluginFailure.class, () -> call(tool, input)).failure().code();
  }

  private List<String> tools() {
    return host.plugin("zig").tools().stream().map(ToolInfo::name).toList();
  }

  @Test
  void theContractIsFoundByItsName() {
    assertThat(ServiceLoader.load(Contract.class).stream().map(it -> it.get().id()))
        .contains("bento");
  }

  @Test
  void programsInAPluginFolderArePlugins() throws Exception {
    stage.plugin("zig");
    stage.plugin("ada");
    Files.copy(stage.plugin("ada"), stage.bin().resolve("bento-adapter-ada.exe"));
    Files.writeString(stage.bin().resolve("bento-adapter-text"), "");
    List<Discovered> found = new BentoContract().discover(stage.bin());
    assertThat(found).hasSize(3);
    assertThat(found.getFirst()).isInstanceOf(Discovered.Found.class);
    assertThat(found.get(1)).isInstanceOf(Discovered.Invalid.class);
    assertThat(((Discovered.Found) found.getLast()).definition().info().id()).isEqualTo("zig");
  }

  @Test
  void theManifestDecidesWhichToolsThereAre() throws Exception {
    run("MANIFEST['capabilities'] = {'detect': False, 'required_toolchain': False}", ALL);
    assertThat(tools()).containsExactly("install", "parseDiagnostics");
    assertThat(failure("detect", "{\"dir\":\"/\"}")).isEqualTo(FailureCode.TOOL_NOT_EXPOSED);
  }

  @Test
  void everyToolCanBeCalled() throws Exception {
    run(
        ALL,
        "def on_detect(p): reply({'matches': True, 'dir': p['dir']})",
        "def on_requiredToolchain(p): reply({'tool': 'zig', 'version': '1.0'})",
        "def on_resolvedToolchainFingerprint(p): reply(None)",
        "def on_install(p): log('info', 'a\\n'); log('info', 'b\\nc', stream='stdout'); reply(None)",
        "def on_parseDiagnostics(p): reply({'diagnostics': [], 'status': p['exit_status']})");
    assertThat(tools()).hasSize(5);
    assertThat(call("detect", "{\"dir\":\"/a/../b\"}").output())
        .isEqualTo(Json.parse("{\"matches\": true, \"dir\": \"/b\"}"));
    assertThat(call("requiredToolchain", "{\"dir\":\".\"}").output().toString()).contains("1.0");
    assertThat(call("resolvedToolchainFingerprint", "{}").output()).isEqualTo(Json.NULL);
    assertThat(call("resolvedToolchainFingerprint", "{}").output()).isEqualTo(Json.NULL);
    assertThat(stage.asked("zig", "resolvedToolchainFingerprint")).isEqualTo(1);
    assertThat(call("install", "{\"dish_dir\":\"/a\",\"dish_name\":\"a\"}").ok()).isTrue();
    List<String> logged = new ArrayList<>();
    while (!logged.contains("c")) {
      HostEvent event = events.poll(30, TimeUnit.SECONDS);
      assertThat(event).isNotNull();
      if (event instanceof HostEvent.LogLine line) {
        logged.add(line.text());
      }
    }
    assertThat(logged).endsWith("a", "b", "c");
    String request =
        "{\"task_name\":\"lint\",\"stdout\":\"\",\"stderr\":\"\",\"exit_status\":-1,"
            + "\"dish_dir\":\"/a\",\"workspace_root\":\"/\"}";
    assertThat(call("parseDiagnostics", request).output().toString()).contains("-1");
    assertThat(failure("parseDiagnostics", request.replace("lint", "test")))
        .isEqualTo(FailureCode.INVALID_INPUT);
  }

  @Test
  void inputOfTheWrongShapeIsNotSent() throws Exception {
    run();
    assertThat(failure("detect", "{}")).isEqualTo(FailureCode.INVALID_INPUT);
    assertThat(failure("detect", "{\"dir\":1}")).isEqualTo(FailureCode.INVALID_INPUT);
    assertThat(stage.asked("zig", "detect")).isZero();
  }

  @Test
  void anErrorOfThePluginIsItsOwnAnswer() throws Exception {
    run("def on_install(p): error(2001, 'no', exit_status=1)");
    PluginError error =
        catchThrowableOfType(
            PluginError.class, () -> call("install", "{\"dish_dir\":\"/a\",\"dish_name\":\"a\"}"));
    assertThat(error.code()).isEqualTo("2001");
    assertThat(error.data().orElseThrow().toString()).contains("exit_status");
  }

  @Test
  void aDeadPluginStaysDown() throws Exception {
    run("def on_detect(p): os._exit(3)");
    assertThat(failure("detect", "{\"dir\":\"/\"}")).isEqualTo(FailureCode.CRASHED);
    assertThat(failure("detect", "{\"dir\":\"/\"}")).isEqualTo(FailureCode.CRASHED);
    assertThat(stage.asked("zig", "initialize")).isEqualTo(1);
  }

  @Test
  void aCallerThatGivesUpLeavesThePluginUsableOnceItHasAnswered() throws Exception {
    run(
        "def on_install(p):",
        "  log('info', 'installing')",
        "  wait_for('" + folder.resolve("go") + "')",
        "  reply(None)",
        "def on_detect(p): reply({'matches': True})");
    FutureTask<Throwable> install =
        new FutureTask<>(
            () ->
                catchThrowable(() -> call("install", "{\"dish_dir\":\"/a\",\"dish_name\":\"a\"}")));
    Thread caller = Thread.ofPlatform().daemon().start(install);
    while (events.stream().noneMatch(it -> it instanceof HostEvent.LogLine)) {
      Thread.onSpinWait();
    }
    caller.interrupt();
    assertThat(((PluginFailure) install.get(30, TimeUnit.SECONDS)).failure().code())
        .isEqualTo(FailureCode.CANCELLED);
    Files.createFile(folder.resolve("go"));
    assertThat(call("detect", "{\"dir\":\"/\"}").output().toString()).contains("true");
  }

  @Test
  void aStartThatFailsHasItsCode() throws Exception {
    run("MANIFEST = {'protocol_version': 7}");
    assertThat(failure("detect", "{\"dir\":\"/\"}"))
        .isEqualTo(FailureCode.PROTOCOL_VERSION_MISMATCH);
  }

  @Test
  void anotherIdFailsTheHandshake() throws Exception {
    run("MANIFEST['adapter_id'] = 'gone'");
    assertThat(failure("detect", "{\"dir\":\"/\"}")).isEqualTo(FailureCode.HANDSHAKE_FAILED);
  }

  @Test
  void theHostShutsItDownWithTheContractsRequest() throws Exception {
    run("def on_detect(p): reply({'matches': True})");
    call("detect", "{\"dir\":\"/\"}");
    host.close();
    assertThat(stage.asked("zig", "shutdown")).isEqualTo(1);
  }

  @Test
  void aBindingNamesProgramArgumentsFolderAndVariables() throws Exception {
    stage.plugin("zig", "MANIFEST['display_name'] = os.environ['X']; note(os.getcwd())");
    Path file = folder.resolve("polyplug.toml");
    Files.writeString(
        file,
        """
        [[plugin]]
        contract = "bento"
        id = "zig"
        command = "sh"
        args = ["-c", "exec ../bin/bento-adapter-zig"]
        dir = "sub"
        env = { X = "y" }
        query_timeout = "60s"
        """);
    Files.createDirectories(folder.resolve("sub"));
    host = PluginHost.builder().contract(new BentoContract()).configFile(file).build();
    assertThat(tools()).contains("detect");
    assertThat(stage.seen("zig").getFirst()).endsWith("/sub");
  }

  @Test
  void aMistakeInABindingNamesItsPlace() throws Exception {
    Path file = folder.resolve("polyplug.toml");
    Files.writeString(file, "[[plugin]]\ncontract = \"bento\"\nid = \"x\"\ncommand = 1\n");
    Throwable mistake =
        catchThrowable(
            () -> PluginHost.builder().contract(new BentoContract()).configFile(file).build());
    assertThat(mistake).isInstanceOf(ConfigMistake.class).hasMessageContaining("command");
  }

  @Test
  void theInputSchemasAreSchemas() throws Exception {
    run(ALL);
    var schemas = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
    for (ToolInfo tool : host.plugin("zig").tools()) {
      assertThat(schemas.getSchema(tool.inputSchema().toString())).isNotNull();
    }
  }
}
