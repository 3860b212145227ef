package io.polyplug.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.process.ProgramLookup;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** The program with a contract of its own and its plugins, as the documentation shows them. */
class GreetingsTest {
  private static final Path ROOT =
      Path.of(System.getProperty("polyplug.root")).toAbsolutePath().normalize();

  static boolean hasPython() {
    return ProgramLookup.ofHost().has("python3");
  }

  @Test
  @EnabledIf("hasPython")
  void aPluginInPythonGreets() {
    assertThat(Greetings.greet(ROOT.resolve("examples/own/polyplug.toml"), "Ada"))
        .isEqualTo("HELLO, ADA!");
  }

  @Test
  void aPluginInJavaGreets(@TempDir Path folder) throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("polyplug.toml"),
            """
            [[plugin]]
            contract = "acme.greeter"
            id = "ada"
            command = '%s'
            args = ["-cp", '%s', "%s"]
            timeout = "1m"
            """
                .formatted(
                    Path.of(System.getProperty("java.home"), "bin", "java"),
                    System.getProperty("java.class.path"),
                    AdaPlugin.class.getName()));
    assertThat(Greetings.greet(file, "Ada")).isEqualTo("HELLO, ADA!");
  }
}
