package io.polyplug.workbench.api;

import static io.polyplug.workbench.api.WorkbenchStage.at;
import static io.polyplug.workbench.api.WorkbenchStage.text;
import static io.polyplug.workbench.api.WorkbenchStage.zip;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A Java plugin that is installed through the API is started once, unless somebody minds. */
class TrainingApiTest {
  private static final String PROGRAM =
      """
      import java.io.BufferedReader;
      import java.io.InputStreamReader;
      import java.nio.file.Files;
      import java.nio.file.Path;

      public class Main {
        public static void main(String[] args) throws Exception {
          Files.writeString(Path.of(args[0]), "started");
          BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
          in.readLine();
          System.out.println("{\\"type\\":\\"handshake\\",\\"manifest\\":{\\"plugin_id\\":\\"acme.java\\","
              + "\\"plugin_version\\":\\"1\\",\\"protocol_version\\":\\"rterm.plugin.v1\\","
              + "\\"exposed_tools\\":[\\"options\\"]}}");
          in.readLine();
        }
      }
      """;

  @TempDir Path folder;

  private byte[] javaPackage() throws Exception {
    Path source = Files.writeString(folder.resolve("Main.java"), PROGRAM);
    Path bin = Path.of(System.getProperty("java.home"), "bin");
    assertThat(
            new ProcessBuilder(bin.resolve("javac").toString(), source.toString())
                .inheritIO()
                .start()
                .waitFor())
        .isZero();
    byte[] jar = zip(Map.of("Main.class", Files.readAllBytes(folder.resolve("Main.class"))));
    String manifest =
        """
        {"plugin_id":"acme.java","plugin_version":"1","protocol_version":"rterm.plugin.v1",
         "process":{"command":"%s","args":["-XX:+UseSerialGC","-cp","main.jar","Main","%s"]},
         "tools":[{"name":"options"}]}
        """
            .formatted(bin.resolve("java"), folder.resolve("mark"));
    return zip(
        Map.of("main.jar", jar, "rterm-plugin.json", manifest.getBytes(StandardCharsets.UTF_8)));
  }

  private static void accept(WorkbenchStage stage, String asks, String answer) throws Exception {
    assertThat(stage.post("/api/packages/" + text(asks, "id"), answer).statusCode()).isEqualTo(200);
  }

  @Test
  void theStartUpCacheIsMadeAndTold() throws Exception {
    try (WorkbenchStage stage = new WorkbenchStage(folder);
        SentEvents events = stage.upload(javaPackage())) {
      accept(stage, events.await("asks"), "{\"accept\":true}");
      String progress = events.await("progress");
      while (!progress.contains("starting it once")) {
        progress = events.await("progress");
      }
      String installed = events.await("installed");
      assertThat(Long.parseLong(at(installed, "trainedBytes").toString())).isPositive();
      assertThat(folder.resolve("mark")).exists();
      assertThat(folder.resolve("cache/aot")).isNotEmptyDirectory();
    }
  }

  @Test
  void whoMindsHasNothingRun() throws Exception {
    try (WorkbenchStage stage = new WorkbenchStage(folder);
        SentEvents events = stage.upload(javaPackage())) {
      accept(stage, events.await("asks"), "{\"accept\":true,\"train\":false}");
      assertThat(events.await("installed")).doesNotContain("trained");
      assertThat(folder.resolve("mark")).doesNotExist();
    }
  }
}
