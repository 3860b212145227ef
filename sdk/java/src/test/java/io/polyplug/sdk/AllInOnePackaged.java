package io.polyplug.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.host.PluginHost;
import io.polyplug.rune.RuneContract;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An author needs a JDK and one jar. */
class AllInOnePackaged {
  private static final String CLOCK =
      """
      import io.polyplug.sdk.Plugin;
      import java.util.Optional;

      public class Clock {
        record Zone(Optional<String> zone) {}
        record Time(String iso) {}

        public static void main(String[] args) {
          Plugin.named("clock").version("1.0.0")
              .tool("now", "The time in a zone.", Zone.class,
                  (zone, call) -> new Time("noon in " + zone.zone().orElse("UTC")))
              .serve(args);
        }
      }
      """;

  @TempDir private Path folder;

  @Test
  void aPluginIsCompiledAndRunWithTheOneJarAndCalledByAHost() throws Exception {
    String jar = System.getProperty("polyplug.sdk.all");
    Files.writeString(folder.resolve("Clock.java"), CLOCK);
    String javac = Path.of(System.getProperty("java.home"), "bin", "javac").toString();
    assertThat(run(javac, "-Xlint:all", "-Werror", "-cp", jar, "Clock.java")).isEmpty();
    String classPath = jar + File.pathSeparator + folder;
    List<String> start = List.of(JavaCommand.java(), "-cp", classPath, "Clock");
    List<String> write = new ArrayList<>(start);
    write.addAll(List.of("--write", "rune", folder.toString()));
    assertThat(run(write.toArray(String[]::new))).isEmpty();
    Path config = folder.resolve("polyplug.toml");
    Files.writeString(config, RuneBinding.of(folder.resolve("rterm-plugin.json")));
    try (PluginHost host =
        PluginHost.builder().contract(new RuneContract()).configFile(config).build()) {
      JsonNode answer =
          host.plugin("clock")
              .tool("now")
              .call(JsonMapper.shared().readTree("{\"zone\":\"Rome\"}"));
      assertThat(answer.get("iso").stringValue()).isEqualTo("noon in Rome");
    }
  }

  private String run(String... command) throws Exception {
    Process process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return process.exitValue() == 0 ? said : said + "exit code " + process.exitValue();
  }
}
