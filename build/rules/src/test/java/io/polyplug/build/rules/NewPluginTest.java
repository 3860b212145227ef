package io.polyplug.build.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What {@code polyplug new} begins works without a change, in every language and for every
 * contract, and wherever it is moved: the host calls it, it keeps its contract, and its own tests
 * pass.
 */
@Execution(ExecutionMode.CONCURRENT)
class NewPluginTest {
  private static final Path DISTRIBUTION = DocumentationTest.ROOT.resolve("cli/target/polyplug");
  private static final List<String> CONTRACTS =
      List.of("rune", "bowire", "ainb", "bento", "mcp", "bab", "all");

  @TempDir Path scratch;

  @TestFactory
  Stream<DynamicTest> everyLanguageForEveryContract() {
    assumeTrue(
        Files.exists(DISTRIBUTION.resolve("lib/polyplug.aot.for")),
        "the distribution is not built yet: run mvn verify");
    List<DynamicTest> tests = new ArrayList<>();
    for (String language : List.of("java", "python", "javascript", "typescript", "shell")) {
      for (String contract : language.equals("shell") ? List.of("rune") : CONTRACTS) {
        tests.add(
            DynamicTest.dynamicTest(
                language + " for " + contract, () -> worksAtOnce(language, contract)));
      }
    }
    return tests.stream();
  }

  private void worksAtOnce(String language, String contract) throws Exception {
    Shell shell = shell(scratch);
    String name = language + "-" + contract;
    JsonNode made =
        JsonMapper.shared()
            .readTree(
                succeeds(
                    shell,
                    "polyplug new %s %s --contract %s --json".formatted(language, name, contract)));
    assumeFalse(made.has("missing"), () -> "there is no " + made.path("missing").asString());
    if (contract.equals("bab")) {
      assumeTrue(
          shell.type("command -v bun || command -v node").exit() == 0, "there is no bun or node");
    }
    // A folder that can be moved can be packed and cloned.
    Path moved = Files.createDirectories(scratch.resolve("moved")).resolve(name);
    Shell there = shell(Files.move(scratch.resolve(name), moved));
    assertThat(succeeds(there, made.path("try").asString()))
        .contains(contract.equals("bento") ? "{\"matches\":true}" : "Hello, Ada!");
    succeeds(there, made.path("test").asString());
    if (!contract.equals("all")) {
      keepsItsContract(there, made.path("conform").asString());
    }
  }

  private static void keepsItsContract(Shell there, String command) throws Exception {
    Shell.Result conform = there.type(command);
    assertThat(conform.exit()).as(conform.output()).isZero();
    assertThat(conform.output()).contains(" 0 failed");
  }

  private static String succeeds(Shell shell, String command) throws Exception {
    Shell.Result result = shell.type(command);
    assertThat(result.exit()).as(command + ": " + result.output()).isZero();
    return result.output();
  }

  private Shell shell(Path folder) throws IOException {
    return new Shell(
        folder,
        Map.of(
            "PATH",
            DISTRIBUTION.resolve("bin") + ":" + System.getenv("PATH"),
            "POLYPLUG_HOME",
            scratch.resolve("home").toString(),
            "NO_COLOR",
            "1"));
  }
}
