package io.polyplug.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.polyplug.bab.DelegateFailure;
import io.polyplug.bab.PluginReport;
import io.polyplug.process.ProgramLookup;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class EmbeddingTest {
  @Test
  void theProgramOfTheReadmeRuns() {
    assumeTrue(ProgramLookup.ofHost().has("python3"), "python3 is not installed");
    Path config =
        Path.of(System.getProperty("polyplug.root")).resolve("examples/rune/polyplug.toml");
    assertThat(Embedding.countWords(config, "one host for every plugin")).isEqualTo(5);
  }

  @Test
  void theStreamOfTheReadmeRuns() {
    assumeTrue(ProgramLookup.ofHost().has("python3"), "python3 is not installed");
    Path folder = Path.of(System.getProperty("polyplug.root")).resolve("examples/bowire");
    assertThat(Embedding.addTicks(folder, 4)).isEqualTo(10);
  }

  @Test
  void theDelegateWithoutAdapterRuns() throws DelegateFailure {
    Path folder = Path.of(System.getProperty("polyplug.root")).resolve("examples/bab");
    assertThat(Embedding.shout(folder, "hello")).isEqualTo("HELLO");
  }

  @Test
  void theExampleDelegatesAreValid() {
    assumeTrue(
        ProgramLookup.ofHost().has("node") || ProgramLookup.ofHost().has("bun"),
        "neither node nor bun is installed");
    Path folder = Path.of(System.getProperty("polyplug.root")).resolve("examples/bab");
    for (String plugin : new String[] {"count", "shout"}) {
      assertThat(PluginReport.of(folder.resolve(plugin), System.getenv()).issues()).isEmpty();
    }
  }
}
