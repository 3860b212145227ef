package io.polyplug.build.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The SDKs in other languages pass their own tests, in the runners of those languages. */
class SdksTest {
  private static final Path SDK = DocumentationTest.ROOT.resolve("sdk");

  @TempDir Path folder;

  private Shell.Result type(String line) throws Exception {
    return new Shell(folder, Map.of("PYTHONDONTWRITEBYTECODE", "1")).type(line);
  }

  @Test
  void theOneInPythonPassesItsTests() throws Exception {
    assumeTrue(type("python3 --version").exit() == 0, "python3 is not installed");

    Shell.Result run = type("python3 -W error -m unittest discover -s '" + SDK + "/python' 2>&1");

    assertThat(run.exit()).as(run.output()).isZero();
    assertThat(run.output()).containsPattern("Ran [1-9][0-9]* tests?");
  }

  @Test
  void theOneInJavaScriptPassesItsTests() throws Exception {
    assumeTrue(type("node --version").exit() == 0, "node is not installed");

    Shell.Result run = type("node --test '" + SDK + "'/node/test/*.test.mjs 2>&1");

    assertThat(run.exit()).as(run.output()).isZero();
    assertThat(run.output()).containsPattern("pass [1-9][0-9]*").contains("fail 0");
  }
}
