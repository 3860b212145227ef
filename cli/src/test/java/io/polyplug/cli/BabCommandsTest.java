package io.polyplug.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.polyplug.process.ProgramLookup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands for delegates, each a process of its own, with a real repository. */
class BabCommandsTest {
  @TempDir Path folder;
  private Map<String, String> environment = Map.of();
  private Path installed = Path.of("");
  private final List<Program> programs = new ArrayList<>();

  @BeforeEach
  void makeARepository() throws Exception {
    for (String program : List.of("git", "node")) {
      assumeTrue(ProgramLookup.ofHost().has(program), program + " is not installed");
    }
    Path home = Files.createDirectory(folder.resolve("home"));
    installed = home.resolve(".config/bab/plugins/hello");
    Path repository = Files.createDirectories(folder.resolve("repository"));
    Files.writeString(
        repository.resolve("manifest.yaml"),
        """
        id: hello
        name: Hello
        version: 1.0.0
        command: sh
        roles: [default]
        """);
    Files.writeString(
        repository.resolve("adapter.ts"),
        """
        const words: string[] = ["-c", 'echo "you said $0"'];
        export default {
          listModels: () => ["small"],
          buildCommand: (input: { prompt: string }) => ({ args: [...words, input.prompt] }),
          parseResult: (result: { stdout: string }) => ({ content: result.stdout, metadata: {} }),
        };
        """);
    Path config = folder.resolve("gitconfig");
    Files.writeString(
        config,
        """
        [user]
          name = test
          email = test@example.org
        [protocol "file"]
          allow = always
        [url "%s"]
          insteadOf = https://github.com/acme/hello.git
        """
            .formatted(repository.toUri().toString().replaceFirst("/$", "")));
    environment =
        Map.of(
            "HOME", home.toString(),
            "POLYPLUG_HOME", home.resolve("polyplug").toString(),
            "GIT_CONFIG_GLOBAL", config.toString());
    git(repository, "init", "-q");
    git(repository, "add", "-A");
    git(repository, "commit", "-q", "-m", "first");
  }

  private void git(Path where, String... args) throws Exception {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(args));
    ProcessBuilder builder = new ProcessBuilder(command).directory(where.toFile()).inheritIO();
    builder.environment().putAll(environment);
    Process process = builder.start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
  }

  @AfterEach
  void endAll() {
    programs.forEach(Program::close);
  }

  private Program start(String... args) throws IOException {
    Program program = Program.start(folder, environment, args);
    programs.add(program);
    return program;
  }

  @Test
  void aDelegateIsAddedListedUsedAndRemoved() throws Exception {
    Program add = start("bab", "add", "acme/hello", "--yes");
    add.awaitLine(line -> line.startsWith("Hello") && line.endsWith("installed"));
    assertThat(add.awaitExit()).isZero();
    Program list = start("bab", "list");
    list.awaitLine(line -> line.matches("ID +Name +Version +Command +Source Type +.*"));
    list.awaitLine(line -> line.matches("-+"));
    list.awaitLine(line -> line.matches("hello +Hello +1.0.0 +sh +installed +acme/hello +active"));
    assertThat(list.awaitExit()).isZero();
    Program call = start("call", "hello", "default", "{\"prompt\":\"tea\"}");
    call.awaitLine(line -> line.contains("\"content\":\"you said tea\""));
    assertThat(call.awaitExit()).isZero();
    Program remove = start("bab", "remove", "hello", "--yes");
    remove.awaitLine(line -> line.equals("Removed plugin hello"));
    assertThat(remove.awaitExit()).isZero();
    assertThat(installed).doesNotExist();
  }

  @Test
  void nothingIsInstalledThatNobodyConfirmed() throws Exception {
    Program add = start("bab", "add", "acme/hello");
    add.awaitError(line -> line.contains("Adapters are trusted code"));
    add.awaitError(
        line ->
            line.equals(
                "polyplug: Confirmation required in non-interactive mode; re-run with --yes"));
    assertThat(add.awaitExit()).isEqualTo(ExitCode.NOT_DONE);
    assertThat(installed).doesNotExist();
  }

  @Test
  void aFolderIsTestedAndToldWhatIsWrong() throws Exception {
    Program good = start("bab", "test-plugin", "repository", "--json");
    good.awaitLine(line -> line.contains("\"issues\":[]") && line.contains("\"valid\":true"));
    assertThat(good.awaitExit()).isZero();
    Program bad = start("bab", "test-plugin", "home", "--json");
    bad.awaitLine(line -> line.contains("Missing manifest.yaml in ") && line.contains("false"));
    assertThat(bad.awaitExit()).isEqualTo(ExitCode.NOT_DONE);
  }

  @Test
  void aCommandThatIsNoneSaysWhichThereAre() throws Exception {
    Program bare = start("bab");
    bare.awaitError(line -> line.contains("add, remove, list or test-plugin"));
    assertThat(bare.awaitExit()).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void aClientOfBabFindsItsToolsInTheGateway() throws Exception {
    assertThat(start("bab", "add", "acme/hello", "--yes").awaitExit()).isZero();
    Program serve = start("mcp", "serve");
    serve.send(
        """
        {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}
        {"jsonrpc":"2.0","id":2,"method":"tools/list"}
        """);
    serve.awaitLine(
        line ->
            line.contains("\"name\":\"delegate\"")
                && line.contains("\"name\":\"list_models\"")
                && line.contains("\"name\":\"hello_default\""));
    serve.send(
        """
        {"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"delegate","arguments":{"prompt":"tea"}}}
        """);
    serve.awaitLine(line -> line.contains("you said tea") && line.contains("\\\"run_id\\\""));
    String told = serve.awaitError(line -> line.contains(" as default ended after "));
    assertThat(told).startsWith("{\"timestamp\":\"").contains("\"plugin\":\"hello\"");
    serve.closeInput();
    assertThat(serve.awaitExit()).isZero();
    Path logs = installed.resolveSibling("../logs").normalize();
    assertThat(logs.resolve("hello.log")).content().contains(told);
    assertThat(logs.resolve("mcp.log")).content().contains(told).doesNotContain("tea");
  }
}
