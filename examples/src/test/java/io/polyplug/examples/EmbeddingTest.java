package io.polyplug.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProgramLookup;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class EmbeddingTest {
  @Test
  void theProgramOfTheReadmeRuns() {
    assumeTrue(isInstalled("python3"), "python3 is not installed");
    Path config =
        Path.of(System.getProperty("polyplug.root")).resolve("examples/rune/polyplug.toml");
    assertThat(Embedding.countWords(config, "one host for every plugin")).isEqualTo(5);
  }

  @Test
  void theStreamOfTheReadmeRuns() {
    assumeTrue(isInstalled("python3"), "python3 is not installed");
    Path folder = Path.of(System.getProperty("polyplug.root")).resolve("examples/bowire");
    assertThat(Embedding.addTicks(folder, 4)).isEqualTo(10);
  }

  private static boolean isInstalled(String program) {
    try {
      ProgramLookup.ofHost().find(program);
      return true;
    } catch (LaunchFailure e) {
      return false;
    }
  }
}
