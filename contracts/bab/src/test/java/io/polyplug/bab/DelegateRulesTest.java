package io.polyplug.bab;

import static io.polyplug.bab.DelegateStage.arguments;
import static io.polyplug.bab.DelegateStage.member;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.polyplug.base.ManualClock;
import io.polyplug.host.FailureCode;
import io.polyplug.host.PluginError;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.ToolCall;
import io.polyplug.host.ToolInfo;
import io.polyplug.host.ToolResult;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sections 15 and 16, and the uniform tools. */
@Timeout(60)
class DelegateRulesTest {
  @TempDir Path folder;
  private DelegateStage stage;

  @BeforeEach
  void open() throws IOException {
    stage = new DelegateStage(folder);
    stage
        .plugin("acme", "roles: [default, { name: own, description: Mine }]\n")
        .program("acme", "echo 'answer <SUMMARY>brief</SUMMARY>'")
        .adapter("acme", FakeAdapter.simple());
  }

  @AfterEach
  void close() {
    stage.close();
  }

  private DelegateAnswer delegate(String more) {
    return stage.delegates().delegate(arguments(more));
  }

  private static void assertError(DelegateAnswer answer, String type, String message) {
    assertThat(answer.isError()).isTrue();
    assertThat(member(answer.json(), "type")).isEqualTo(type);
    assertThat(member(answer.json(), "message")).isEqualTo(message);
    assertThat(member(answer.json(), "retryable")).isEqualTo("false");
  }

  @Test
  void theSchemaRequiresPromptAndRole() {
    Json schema = stage.delegates().delegateSchema();
    assertThat(member(schema, "type")).isEqualTo("object");
    assertThat(member(schema, "required")).isEqualTo("[\"prompt\",\"role\"]");
    assertThat(JsonParts.members(JsonParts.members(schema).get("properties")))
        .containsOnlyKeys("prompt", "cli_name", "role", "working_directory");
  }

  @Test
  void aSuccessIsAToolOutput() {
    DelegateAnswer answer = delegate(",\"unknown\":1");
    assertThat(answer.isError()).isFalse();
    assertThat(JsonParts.members(answer.json()).keySet())
        .containsExactly("status", "content", "content_type", "metadata");
    assertThat(member(answer.json(), "status")).isEqualTo("success");
    assertThat(member(answer.json(), "content")).isEqualTo("answer");
    assertThat(member(answer.json(), "content_type")).isEqualTo("markdown");
    assertThat(member(answer.json(), "metadata", "plugin_id")).isEqualTo("acme");
    assertThat(member(answer.json(), "metadata", "role")).isEqualTo("default");
    assertThat(member(answer.json(), "metadata", "summary")).isEqualTo("brief");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | prompt",
        "{\"prompt\":\"\"} | prompt",
        "{\"prompt\":1} | prompt",
        "{\"prompt\":null} | prompt",
        "{\"prompt\":\"x\",\"cli_name\":1} | cli_name",
        "{\"prompt\":\"x\",\"role\":null} | role",
        "{\"prompt\":\"x\",\"working_directory\":[]} | working_directory"
      })
  void badArgumentsAreToldByField(String arguments, String field) {
    DelegateAnswer answer = stage.delegates().delegate(Json.parse(arguments));
    assertError(answer, "validation", "Invalid tool arguments");
    assertThat(JsonParts.members(JsonParts.members(answer.json()).get("details")))
        .containsOnlyKeys(field);
  }

  @Test
  void whatIsNoObjectIsBadToo() {
    assertError(
        stage.delegates().delegate(Json.parse("[]")), "validation", "Invalid tool arguments");
  }

  @Test
  void theWorkingDirectoryMustExist() {
    DelegateAnswer answer = delegate(",\"working_directory\":\"/no/such/place\"");
    assertError(answer, "validation", "working_directory does not exist");
    assertThat(member(answer.json(), "details", "working_directory")).isEqualTo("/no/such/place");
  }

  @Test
  void theWorkingDirectoryMustBeOne() {
    assertError(
        delegate(",\"working_directory\":\"pom.xml\""),
        "validation",
        "working_directory is not a directory");
  }

  @Test
  void theWorkingDirectoryMustBeWithinProjectHomeOrTmp() throws Exception {
    String message = "working_directory must be within the project root, home, or tmp";
    assertError(delegate(",\"working_directory\":\"/usr\""), "validation", message);
    Path link = Files.createSymbolicLink(stage.home.resolve("way-out"), Path.of("/usr/bin"));
    assertError(delegate(",\"working_directory\":\"" + link + "\""), "validation", message);
    Files.delete(link);
    assertThat(delegate(",\"working_directory\":\"src\"").isError()).isFalse();
    assertThat(delegate(",\"working_directory\":\"" + stage.home + "\"").isError()).isFalse();
    assertThat(delegate(",\"working_directory\":\"/tmp\"").isError()).isFalse();
  }

  @Test
  void theFolderIsCheckedBeforeThePluginAndThePluginBeforeTheRole() {
    Delegates delegates = stage.delegates();
    assertThat(
            member(
                delegates
                    .delegate(
                        Json.parse(
                            "{\"prompt\":\"x\",\"cli_name\":\"no\",\"working_directory\":\"/no\"}"))
                    .json(),
                "type"))
        .isEqualTo("validation");
    assertError(
        delegates.delegate(Json.parse("{\"prompt\":\"x\",\"cli_name\":\"no\",\"role\":\"no\"}")),
        "not_found",
        "Unknown plugin: no");
  }

  @Test
  void trap10AnUnavailablePluginIsUnknownAndOneWithoutAdapterIsConfiguration() throws Exception {
    stage.adapter(
        "acme",
        () ->
            FakeAdapter.simple()
                .with(
                    "validate",
                    arguments -> {
                      throw FakeAdapter.threw("no");
                    }));
    assertError(delegate(""), "not_found", "Unknown plugin: acme");
    stage.plugin("bare").program("bare", "exit 0");
    Delegates delegates = stage.delegates();
    assertError(
        delegates.delegate(Json.parse("{\"prompt\":\"x\",\"cli_name\":\"bare\",\"role\":\"no\"}")),
        "configuration",
        "Plugin bare does not provide an adapter.ts");
  }

  @Test
  void aDisabledPluginIsUnknown() {
    Delegates delegates = stage.delegates();
    assertThat(delegates.delegate(arguments("")).isError()).isFalse();
    stage.plugin().disable();
    assertError(delegates.delegate(arguments("")), "not_found", "Unknown plugin: acme");
  }

  @Test
  void theOnlyPluginNeedsNoName() throws Exception {
    Json prompt = Json.parse("{\"prompt\":\"x\"}");
    stage.plugin("gone");
    Delegates delegates = stage.delegates();
    assertThat(delegates.delegate(prompt).isError()).as("the other one is unavailable").isFalse();
    stage.close();
  }

  @Test
  void ofSeveralPluginsOneMustBeNamed() throws Exception {
    stage.plugin("other").program("other", "exit 0").adapter("other", FakeAdapter.simple());
    assertError(
        stage.delegates().delegate(Json.parse("{\"prompt\":\"x\"}")),
        "not_found",
        "cli_name is required when multiple or zero plugins are available");
  }

  @Test
  void anUnknownRoleIsNotFound() {
    assertError(delegate(",\"role\":\"chef\""), "not_found", "Unknown role: chef");
  }

  @Test
  void trap14ARoleThatIsNotListedWorksIfItIsBuiltIn() {
    assertThat(delegate(",\"role\":\"coding\"").isError()).isFalse();
  }

  @Test
  void aTimeoutHasItsType() throws Exception {
    stage.program("acme", "exec sleep 60");
    stage.adapter("acme", FakeAdapter.planned("{\"args\":[],\"timeoutMs\":50}"));
    assertError(delegate(""), "timeout", "The acme timed out");
  }

  @Test
  void anInterruptCancels() throws Exception {
    Path ready = folder.resolve("ready");
    stage.program("acme", "touch " + ready + "; exec sleep 60");
    Delegates delegates = stage.delegates();
    CompletableFuture<DelegateAnswer> seen = new CompletableFuture<>();
    Thread caller =
        Thread.ofVirtual().start(() -> seen.complete(delegates.delegate(arguments(""))));
    DelegateStage.awaitFile(ready);
    caller.interrupt();
    assertThat(member(seen.get(30, TimeUnit.SECONDS).json(), "type")).isEqualTo("cancelled");
  }

  @Test
  void aNewPluginIsSeenAfterFiveSeconds() throws Exception {
    ManualClock clock = new ManualClock();
    stage.clock(clock);
    Delegates delegates = stage.delegates();
    Json call = Json.parse("{\"prompt\":\"x\",\"cli_name\":\"late\"}");
    assertThat(delegates.delegate(call).isError()).isTrue();
    stage.plugin("late").program("late", "echo late").adapter("late", FakeAdapter.simple());
    assertThat(delegates.delegate(call).isError()).isTrue();
    clock.advance(Duration.ofSeconds(6));
    assertThat(member(delegates.delegate(call).json(), "content")).isEqualTo("late");
  }

  @Test
  void theModelsAreListedByPlugin() throws Exception {
    stage.adapter(
        "acme", FakeAdapter.simple().with("listModels", arguments -> Json.parse("[\"a\",\"b\"]")));
    stage.plugin("empty").program("empty", "exit 0");
    stage.adapter("empty", FakeAdapter.simple().with("listModels", arguments -> Json.parse("[]")));
    stage.plugin("throws").program("throws", "exit 0");
    stage.adapter(
        "throws",
        FakeAdapter.simple()
            .with(
                "listModels",
                arguments -> {
                  throw FakeAdapter.threw("no");
                }));
    DelegateAnswer answer = stage.delegates().listModels();
    assertThat(answer.isError()).isFalse();
    assertThat(member(answer.json(), "content_type")).isEqualTo("json");
    assertThat(member(answer.json(), "content"))
        .isEqualTo("{\"providers\":[],\"plugins\":{\"acme\":[\"a\",\"b\"]}}");
    assertThat(member(answer.json(), "metadata"))
        .isEqualTo("{\"count\":2,\"provider_count\":0,\"plugin_count\":1}");
  }

  @Test
  void theVersionTellsWhoAnswers() {
    Json content = Json.parse(member(stage.delegates().version().json(), "content"));
    assertThat(JsonParts.members(content))
        .containsOnlyKeys("name", "version", "runtime", "platform");
  }

  @Test
  void aPluginHasOneToolForEachRole() {
    assertThat(stage.plugin().tools()).extracting(ToolInfo::name).containsExactly("default", "own");
    assertThat(stage.plugin().tools().get(1).description()).isEqualTo("Mine");
    assertThat(member(stage.plugin().tools().getFirst().inputSchema(), "required"))
        .isEqualTo("[\"prompt\"]");
  }

  @Test
  void aToolGivesTheToolOutput() {
    ToolResult result =
        stage.plugin().tool("own").call(ToolCall.of(Json.parse("{\"prompt\":\"x\"}")));
    assertThat(result.ok()).isTrue();
    assertThat(member(result.output(), "content")).isEqualTo("answer");
    assertThat(member(result.output(), "metadata", "role")).isEqualTo("own");
  }

  @Test
  void aToolFailsWithTheTypeForACodeAndTimeoutsInTheHostsWords() throws Exception {
    ToolCall call = ToolCall.of(Json.parse("{\"prompt\":\"x\"}"));
    assertThat(
            catchThrowableOfType(PluginError.class, () -> stage.plugin().tool("no").call(call))
                .code())
        .isEqualTo("not_found");
    assertThat(
            catchThrowableOfType(
                    PluginError.class,
                    () -> stage.plugin().tool("default").call(call.withTarget("/usr")))
                .code())
        .isEqualTo("validation");
    stage.program("acme", "exec sleep 60");
    stage.client().listModels();
    assertThat(
            catchThrowableOfType(
                    PluginFailure.class,
                    () ->
                        stage
                            .plugin()
                            .tool("default")
                            .call(call.withTimeout(Duration.ofMillis(500))))
                .failure()
                .code())
        .isEqualTo(FailureCode.TIMEOUT);
  }
}
