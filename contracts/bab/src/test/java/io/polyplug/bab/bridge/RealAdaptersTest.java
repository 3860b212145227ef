package io.polyplug.bab.bridge;

import static io.polyplug.bab.bridge.AdapterStage.call;
import static io.polyplug.bab.bridge.AdapterStage.failure;
import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.wire.Json;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Adapters like the four real ones, with programs like theirs on the PATH (20). */
class RealAdaptersTest {
  private static final String INPUT =
      """
      {"prompt":"do it","runId":"r","workingDirectory":".","env":{"A":"1","CLAUDE_X":"2","CODEX_Y":"3"},
       "role":{"name":"default","prompt":"be brief","source":"built_in","args":%s}}
      """;

  @TempDir Path folder;

  /** With this program on the adapter's PATH. */
  private Adapter load(AdapterStage stage, String name, String program) throws Exception {
    Path bin = Files.createDirectories(folder.resolve("programs"));
    Path file = Files.writeString(bin.resolve(name), "#!/bin/sh\n" + program);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    try (InputStream text = RealAdaptersTest.class.getResourceAsStream(name + ".ts")) {
      stage.environment(
          all ->
              all.without("OPENCODE_MODEL")
                  .without("ANTHROPIC_API_KEY")
                  .without("OPENAI_API_KEY")
                  .with("PATH", bin + ":" + all.variables().get("PATH")));
      return stage.load(
          new String(Objects.requireNonNull(text).readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  private static Json build(Adapter adapter, String args) throws Exception {
    return call(adapter, "buildCommand", INPUT.formatted(args));
  }

  private static Json parse(Adapter adapter, String stdout, int exitCode) throws Exception {
    return call(adapter, "parseResult", outcome(stdout, exitCode), INPUT.formatted("{}"));
  }

  private static String outcome(String stdout, int exitCode) {
    return Json.object(
            out -> {
              out.writeStringProperty("stdout", stdout);
              out.writeStringProperty("stderr", "it broke\n");
              out.writeNumberProperty("exitCode", exitCode);
              out.writeNullProperty("signal");
              out.writeBooleanProperty("timedOut", false);
              out.writeNumberProperty("durationMs", 5);
            })
        .toString();
  }

  private static final String OPENCODE =
      """
      case "$1" in
        auth) printf '┌ Credentials\\n●  Anthropic\\n' ;;
        models) printf 'a/one\\nb/two\\n' ;;
      esac
      """;

  @ParameterizedTest
  @EnumSource
  void opencodeAsksItsProgramForModels(Js js) throws Exception {
    try (AdapterStage stage = new AdapterStage(folder, js)) {
      Adapter adapter = load(stage, "opencode", OPENCODE);
      assertThat(adapter.mode()).isEqualTo(Adapter.Mode.SIMPLE);
      assertThat(call(adapter, "validate")).isEqualTo(Json.NULL);
      assertThat(call(adapter, "listModels")).hasToString("[\"a/one\",\"b/two\"]");
      assertThat(build(adapter, "{\"variant\":\"high\",\"model\":\"b/two\",\"no\":false}"))
          .hasToString(
              "{\"args\":[\"run\",\"be brief\\n\\ndo it\",\"--format\",\"json\",\"--model\","
                  + "\"b/two\",\"--variant\",\"high\"]}");
      assertThat(failure(adapter, "buildCommand", INPUT.formatted("{\"model\":\"c\"}")))
          .hasMessage("Model \"c\" is not offered by opencode");
    }
  }

  @ParameterizedTest
  @EnumSource
  void opencodeReadsItsEvents(Js js) throws Exception {
    try (AdapterStage stage = new AdapterStage(folder, js)) {
      Adapter adapter = load(stage, "opencode", "exit 1");
      assertThat(failure(adapter, "validate")).hasMessageContaining("has no credentials");
      assertThat(
              parse(
                  adapter,
                  """
                  starting
                  {"type":"text","part":{"text":"Hello "}}
                  {"type":"assistant.message","data":{"content":"there"}}
                  {"type":"step_finish","part":{"tokens":{"in":3},"cost":0.5,"reason":"stop"}}
                  {"type":"error","message":"not needed"}
                  """,
                  0))
          .hasToString(
              "{\"content\":\"Hello there\",\"metadata\":{\"tokens\":{\"in\":3},\"cost\":0.5,"
                  + "\"reason\":\"stop\"}}");
      assertThat(parse(adapter, "{\"type\":\"error\",\"message\":\"only this\"}", 1).toString())
          .contains("only this");
    }
  }

  @ParameterizedTest
  @EnumSource
  void claudeTakesThePromptOnItsInput(Js js) throws Exception {
    try (AdapterStage stage = new AdapterStage(folder, js)) {
      Adapter adapter = load(stage, "claude", "");
      assertThat(call(adapter, "validate")).isEqualTo(Json.NULL);
      assertThat(build(adapter, "{\"max_turns\":3,\"verbose\":true,\"other\":1}"))
          .hasToString(
              "{\"args\":[\"--print\",\"--output-format\",\"json\",\"--permission-mode\",\"plan\","
                  + "\"--model\",\"sonnet\",\"--append-system-prompt\",\"be brief\",\"--max-turns\","
                  + "\"3\",\"--verbose\"],\"env\":{\"A\":\"1\",\"CODEX_Y\":\"3\"},\"stdin\":\"do it\"}");
      assertThat(
              parse(
                  adapter,
                  "[{\"type\":\"x\"},{\"type\":\"result\",\"result\":\"yes\",\"uuid\":\"u\"}]",
                  0))
          .hasToString(
              "{\"content\":\"yes\",\"metadata\":{\"uuid\":\"u\",\"stderr\":\"it broke\"}}");
      assertThat(failure(adapter, "parseResult", outcome("", 1), "{}")).hasMessage("it broke");
    }
  }

  @ParameterizedTest
  @EnumSource
  void codexReadsItsEventsWhateverTheExitCode(Js js) throws Exception {
    try (AdapterStage stage = new AdapterStage(folder, js)) {
      Adapter adapter = load(stage, "codex", "");
      assertThat(build(adapter, "{\"full_auto\":true,\"sandbox\":\"read-only\"}"))
          .hasToString(
              "{\"args\":[\"exec\",\"--json\",\"--skip-git-repo-check\",\"--sandbox\",\"read-only\","
                  + "\"--full-auto\"],\"env\":{\"A\":\"1\",\"CLAUDE_X\":\"2\"},"
                  + "\"stdin\":\"be brief\\n\\ndo it\"}");
      assertThat(
              parse(
                  adapter,
                  """
                  {"type":"item.completed","item":{"type":"agent_message","text":"done"}}
                  {"type":"turn.completed","usage":{"out":7}}
                  """,
                  5))
          .hasToString("{\"content\":\"done\",\"metadata\":{\"usage\":{\"out\":7},\"errors\":[]}}");
    }
  }

  @ParameterizedTest
  @EnumSource
  void copilotReadsItsModelsFromTheHelp(Js js) throws Exception {
    try (AdapterStage stage = new AdapterStage(folder, js)) {
      Adapter adapter =
          load(
              stage,
              "copilot",
              "printf -- '  --model <m>  Which (choices: \"gpt-5.2\",\\n   \"other\")\\n'");
      assertThat(call(adapter, "listModels")).hasToString("[\"gpt-5.2\",\"other\"]");
      assertThat(build(adapter, "{}"))
          .hasToString(
              "{\"args\":[\"--output-format\",\"json\",\"--allow-all\",\"-p\","
                  + "\"be brief\\n\\ndo it\",\"--model\",\"gpt-5.2\"]}");
      assertThat(parse(adapter, "plain text\n", 0).toString()).contains("\"plain text\"");
      assertThat(parse(adapter, "{\"type\":\"message\",\"content\":\"hi\"}", 0).toString())
          .contains("\"content\":\"hi\"");
    }
  }
}
