package io.polyplug.bab;

import static io.polyplug.bab.DelegateStage.member;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Delegates without an adapter: the key {@code delegate} of a manifest. */
@Timeout(60)
class PlainDelegateTest {
  private static final String ROLES =
      """
      roles:
        - default
        - { name: own, prompt_file: own.txt, args: { model: big, max_turns: 3, loud: true } }
      """;
  private static final String SHOW = "for a in \"$@\"; do printf '[%s]' \"$a\"; done; cat";

  @TempDir Path folder;
  private DelegateStage stage;

  @BeforeEach
  void open() throws IOException {
    stage = new DelegateStage(folder).program("acme", SHOW);
  }

  @AfterEach
  void close() {
    stage.close();
  }

  private DelegateResult run(String delegate, String role) throws Exception {
    stage
        .plugin("acme", ROLES + "delegate:\n" + delegate.indent(2))
        .file("acme", "own.txt", "Be own.");
    return stage.client().delegate(DelegateRequest.of("say {prompt} hello").withRole(role));
  }

  private DelegateFailure failure(String delegate) {
    return catchThrowableOfType(DelegateFailure.class, () -> run(delegate, "default"));
  }

  @Test
  void argumentsAreTemplates() throws Exception {
    assertThat(
            run("args: ['-p', '{prompt}', '{role}:{args.model}', '{flags}', '{{x}}']", "own")
                .content())
        .isEqualTo("[-p][say {prompt} hello][own:big][--model][big][--max-turns][3][--loud][{x}]");
  }

  @Test
  void aRoleWithoutTheArgumentHasEmptyTextAndNoFlags() throws Exception {
    assertThat(run("args: ['{args.model}', '{flags}', end]", "default").content())
        .isEqualTo("[][end]");
  }

  @Test
  void stdinIsATemplate() throws Exception {
    assertThat(run("{ args: [], stdin: \"{role_prompt}\\n\\n{prompt}\" }", "own").content())
        .isEqualTo("Be own.\n\nsay {prompt} hello");
  }

  @Test
  void theWorkingDirectoryCanBePassedOn() throws Exception {
    assertThat(run("args: ['{working_directory}']", "default").content())
        .isEqualTo("[" + Path.of("").toAbsolutePath() + "]");
  }

  @Test
  void theAnswerCanBeInsideOfJson() throws Exception {
    stage.program("acme", "echo '{\"message\":\"hi\",\"m\":{\"a/b\":[1,{\"c\":2}]}}'");
    DelegateResult result =
        run(
            "{ args: [], answer: { json: /message }, metadata: { deep: '/m/a~1b/1', gone: /x } }",
            "default");
    assertThat(result.content()).isEqualTo("hi");
    assertThat(member(result.metadata(), "deep")).isEqualTo("{\"c\":2}");
    assertThat(member(result.metadata(), "gone")).isEqualTo("absent");
    assertThat(member(result.metadata(), "exit_code")).isEqualTo("0");
  }

  @Test
  void theAnswersOfLinesAreJoinedAndTheLastMetadataCounts() throws Exception {
    stage.program(
        "acme",
        "echo '{\"text\":\"one\",\"n\":1}'; echo noise; echo '{\"n\":2}'; echo '{\"text\":\"two\"}'");
    DelegateResult result =
        run("{ args: [], answer: { jsonl: /text }, metadata: { n: /n } }", "default");
    assertThat(result.content()).isEqualTo("one\n\ntwo");
    assertThat(member(result.metadata(), "n")).isEqualTo("2");
  }

  @Test
  void anOutputWithoutTheAnswerFailsTheRun() {
    assertThat(failure("{ args: [], answer: { jsonl: /x } }"))
        .hasMessageContaining("has nothing at \"/x\"");
  }

  @Test
  void anOutputThatIsNoJsonFailsTheRun() {
    assertThat(failure("{ args: [], answer: { json: /x } }"))
        .hasMessageContaining("did not write JSON");
  }

  @Test
  void anotherExitCodeFailsTheRunWithTheEndOfStderr() throws Exception {
    stage.program("acme", "echo 'it went wrong' >&2; exit 3");
    assertThat(failure("args: []")).hasMessage("The acme exited with code 3: it went wrong");
  }

  @Test
  void otherExitCodesCanBeSuccesses() throws Exception {
    stage.program("acme", "echo fine; exit 3");
    assertThat(run("{ args: [], success_exit_codes: [0, 3] }", "default").content())
        .isEqualTo("fine");
  }

  @Test
  void aSignalFailsTheRun() throws Exception {
    stage.program("acme", "kill -9 $$");
    assertThat(failure("args: []")).hasMessage("The acme was ended by SIGKILL");
  }

  @Test
  void itMayHaveATimeoutOfItsOwn() throws Exception {
    stage.program("acme", "exec sleep 60");
    assertThat(failure("{ args: [], timeout_ms: 50 }").type()).isEqualTo(DelegateError.TIMEOUT);
  }

  @Test
  void anAdapterIsUsedInsteadOfIt() throws Exception {
    stage.plugin("acme", ROLES).adapter("acme", FakeAdapter.simple("from adapter"));
    assertThat(run("args: [plain]", "default").content()).isEqualTo("[from adapter]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | delegate.args",
        "[] | delegate",
        "{ args: x } | delegate.args",
        "{ args: [1] } | delegate.args[0]",
        "{ args: ['{nope}'] } | delegate.args[0]",
        "{ args: ['{'] } | delegate.args[0]",
        "{ args: ['}'] } | delegate.args[0]",
        "{ args: ['{args.nope}'] } | delegate.args[0]",
        "{ args: ['{args.}'] } | delegate.args[0]",
        "{ args: ['x{flags}'] } | delegate.args[0]",
        "{ args: [], stdin: '{flags}' } | delegate.stdin",
        "{ args: [], stdin: 1 } | delegate.stdin",
        "{ args: [], answer: xml } | delegate.answer",
        "{ args: [], answer: { json: x } } | delegate.answer.json",
        "{ args: [], answer: { json: /~2 } } | delegate.answer.json",
        "{ args: [], answer: { jsonl: 1 } } | delegate.answer.jsonl",
        "{ args: [], answer: { json: /a, jsonl: /b } } | delegate.answer",
        "{ args: [], metadata: { a: /a } } | delegate.metadata",
        "{ args: [], answer: { json: /a }, metadata: { a: b } } | delegate.metadata.a",
        "{ args: [], timeout_ms: 0 } | delegate.timeout_ms",
        "{ args: [], success_exit_codes: [] } | delegate.success_exit_codes",
        "{ args: [], success_exit_codes: [256] } | delegate.success_exit_codes[0]",
        "{ args: [], argz: [] } | delegate.argz"
      })
  void aMistakeIsAProblemOfTheManifestWithItsPath(String delegate, String path) {
    InvalidManifest failure =
        catchThrowableOfType(
            InvalidManifest.class,
            () ->
                BabManifest.parse(
                    "id: a\nname: a\nversion: 1.0.0\ncommand: a\n"
                        + ROLES
                        + "delegate: "
                        + delegate));
    assertThat(failure.problems())
        .extracting(InvalidManifest.Problem::path)
        .isEqualTo(List.of(path));
  }
}
