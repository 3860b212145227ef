package io.polyplug.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Java plugins are trained when they are installed. */
class StartTrainingTest {
  /** Leaves a mark when it starts, and tells with which options it runs. */
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
          String request = in.readLine();
          if (request == null) {
            if (args.length > 1) {
              new ProcessBuilder("/bin/sh", "-c", "kill -9 $PPID").start().waitFor();
            }
            return;
          }
          String id = request.replaceAll(".*\\"request_id\\":\\"([^\\"]*)\\".*", "$1");
          String options = String.join(" ", ProcessHandle.current().info().arguments().orElseThrow());
          System.out.println("{\\"type\\":\\"response\\",\\"request_id\\":\\"" + id
              + "\\",\\"status\\":\\"ok\\",\\"output\\":{\\"options\\":\\"" + options + "\\"}}");
        }
      }
      """;

  @TempDir Path folder;
  private CommandRun.Place place;
  private Path mark;

  @BeforeEach
  void makePlace() {
    place = new CommandRun.Place(folder);
    mark = folder.resolve("mark");
  }

  @Test
  void aJavaPluginIsStartedOnceAndStartsWithItsCacheFromThenOn() throws IOException {
    CommandRun install = place.run("install", javaPackage(List.of()));
    assertThat(install.err()).isEmpty();
    assertThat(install.out()).contains("It is a Java program: it was started once").contains("MB");
    assertThat(mark).exists();
    assertThat(options()).contains("-XX:AOTCache=" + caches());
    assertThat(place.run("verify", "acme.java").exit()).isZero();
  }

  @Test
  void nothingIsRunOfAJavaPluginThatIsNotToBeTrained() throws IOException {
    CommandRun install = place.run("install", javaPackage(List.of()), "--no-train", "--json");
    assertThat(member(install.out(), "trained").toString()).isEqualTo("false");
    assertThat(mark).doesNotExist();
    assertThat(options()).doesNotContain("AOTCache");
  }

  @Test
  void nothingIsRunOfAnotherPlugin() throws IOException {
    Path script = Files.createDirectory(folder.resolve("script"));
    Files.writeString(script.resolve("run.sh"), "#!/bin/sh\necho started >" + mark + "\n");
    Files.writeString(script.resolve("rterm-plugin.json"), manifest("./run.sh", List.of()));
    CommandRun install = place.run("install", "script");
    assertThat(install.exit()).as(install.err()).isZero();
    assertThat(install.out()).doesNotContain("Java");
    assertThat(mark).doesNotExist();
  }

  @Test
  void aPluginThatCannotBeTrainedIsInstalledAllTheSame() throws IOException {
    CommandRun install = place.run("install", javaPackage(List.of("die")));
    assertThat(install.exit()).isZero();
    assertThat(install.err())
        .contains("acme.java starts without a cache, more slowly than it could: its JVM ended with")
        .contains("wrote none");
    assertThat(options()).doesNotContain("AOTCache");
    assertThat(caches()).isEmptyDirectory();
  }

  @Test
  void aCacheGoesWithItsPlugin() throws IOException {
    place.run("install", javaPackage(List.of()));
    assertThat(caches()).isNotEmptyDirectory();
    assertThat(place.run("uninstall", "acme.java").exit()).isZero();
    assertThat(caches()).isEmptyDirectory();
  }

  @Test
  void anUpgradeIsTrainedAnew() throws IOException {
    place.run("install", javaPackage(List.of()));
    Files.delete(mark);
    CommandRun upgrade = place.run("upgrade", "acme.java");
    assertThat(upgrade.out()).contains("It is a Java program");
    assertThat(mark).exists();
    assertThat(options()).contains("-XX:AOTCache=");
  }

  private Path caches() {
    return folder.resolve("home/cache/aot");
  }

  private String options() {
    CommandRun call = place.run("call", "acme.java", "options");
    assertThat(call.exit()).as(call.err()).isZero();
    return String.valueOf(member(call.out(), "options").stringValue());
  }

  private static Json member(String document, String name) {
    return JsonParts.members(Json.parse(document)).get(name);
  }

  private String javaPackage(List<String> more) throws IOException {
    Path source = Files.createDirectory(folder.resolve("source")).resolve("Main.java");
    Files.writeString(source, PROGRAM);
    int compiled =
        ToolProvider.getSystemJavaCompiler().run(null, null, null, "-proc:none", source.toString());
    assertThat(compiled).isZero();
    Path made = Files.createDirectory(folder.resolve("package"));
    try (OutputStream file = Files.newOutputStream(made.resolve("main.jar"));
        JarOutputStream jar = new JarOutputStream(file)) {
      jar.putNextEntry(new ZipEntry("Main.class"));
      jar.write(Files.readAllBytes(source.resolveSibling("Main.class")));
    }
    List<String> arguments =
        Stream.concat(
                Stream.of("-XX:+UseSerialGC", "-cp", "main.jar", "Main", mark.toString()),
                more.stream())
            .toList();
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Files.writeString(made.resolve("rterm-plugin.json"), manifest(java, arguments));
    return made.toString();
  }

  private static String manifest(String command, List<String> arguments) {
    return """
    {"plugin_id":"acme.java","plugin_version":"1","protocol_version":"rterm.plugin.v1",
     "process":{"command":"%s","args":[%s]},"tools":[{"name":"options"}]}
    """
        .formatted(
            command,
            String.join(",", arguments.stream().map(argument -> '"' + argument + '"').toList()));
  }
}
