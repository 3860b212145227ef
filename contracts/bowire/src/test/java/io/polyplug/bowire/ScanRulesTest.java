package io.polyplug.bowire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.polyplug.host.PackageReading;
import io.polyplug.host.Plugin;
import io.polyplug.host.PluginHost;
import io.polyplug.host.ToolCall;
import io.polyplug.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where sidecars are found (3.2), which program is run (7.2) and with what environment (7.3). */
class ScanRulesTest {
  @TempDir Path root;

  private Path install(String name, String packageId, String protocol) throws IOException {
    Path folder = Files.createDirectories(root.resolve(name));
    TestSidecar.writeScript(folder);
    Files.writeString(
        folder.resolve("sidecar.json"),
        """
        {"packageId":"%s","protocol":{"id":"%s","name":"%s"},"executable":"python3","args":["sidecar.py"],
         "version":"0.1.0","envPrefix":"POLYPLUG_NO_SUCH_"}
        """
            .formatted(packageId, protocol, name));
    return folder;
  }

  private PluginHost host() {
    return PluginHost.builder()
        .contract(new BowireContract())
        .pluginsFrom(root)
        .forOneCommand()
        .build();
  }

  @Test
  void onlyImmediateVisibleFoldersCountInTheOrderOfTheirNames() throws Exception {
    install("b", "B", "b");
    install("a", "A", "a");
    install(".hidden", "H", "h");
    install("deep/er", "D", "d");
    Files.createDirectories(root.resolve("plain"));
    Files.writeString(root.resolve("sidecar.json.txt"), "{}");
    try (PluginHost host = host()) {
      assertThat(host.plugins()).extracting(it -> it.info().id()).containsExactly("a", "b");
      assertThat(host.plugins().getFirst().info().version()).isEqualTo("0.1.0");
      assertThat(host.invalid()).isEmpty();
    }
  }

  @Test
  void aMissingRootHasNoSidecars() {
    assertThat(new BowireContract().discover(root.resolve("nowhere"))).isEmpty();
  }

  @Test
  void anInvalidManifestIsShownAndSpoilsNothingElse() throws Exception {
    install("good", "G", "g");
    Files.createDirectories(root.resolve("bad"));
    Files.writeString(root.resolve("bad/sidecar.json"), "{\"packageId\":\"x\"}");
    try (PluginHost host = host()) {
      assertThat(host.plugins()).hasSize(1);
      assertThat(host.invalid())
          .singleElement()
          .satisfies(it -> assertThat(it.reason()).contains("protocol"));
    }
  }

  @Test
  void aDotNetPluginIsShownAndNeverLoaded() throws Exception {
    Files.createDirectories(root.resolve("Acme.Net"));
    Files.writeString(root.resolve("Acme.Net/Acme.dll"), "");
    Files.writeString(root.resolve("Acme.Net/Other.DLL"), "");
    try (PluginHost host = host()) {
      assertThat(host.plugins()).isEmpty();
      assertThat(host.invalid())
          .singleElement()
          .satisfies(it -> assertThat(it.reason()).contains("[nuget: 2 files]"));
    }
  }

  @Test
  void twoSidecarsOfOneProtocolAreBothThereAndCallsGoToTheChosenOne() throws Exception {
    install("Echo.One", "Echo.One", "echo");
    install("Echo.Two", "Echo.Two", "echo");
    try (PluginHost host = host()) {
      assertThat(host.plugins()).hasSize(2);
      assertThat(catchThrowable(() -> host.plugin("echo")))
          .hasMessageContaining("Echo.One")
          .hasMessageContaining("Echo.Two");
      String one = pid(host.plugin("Echo.One"));
      String two = pid(host.plugin("Echo.Two"));
      assertThat(one).isNotEqualTo(two);
      assertThat(pid(host.plugin("Echo.One"))).isEqualTo(one);
      assertThat(host.plugin("Echo.Two").info().key()).isEqualTo("bowire:echo@Echo.Two");
    }
  }

  private static String pid(Plugin plugin) {
    return plugin.tool("Echo/pid").call(ToolCall.of(Json.EMPTY_OBJECT)).output().toString();
  }

  @Test
  void theEnvironmentIsTheBaselineThePrefixAndWhatTheUserAdds() throws Exception {
    Path folder = install("e", "E", "e");
    Files.writeString(
        folder.resolve("sidecar.json"),
        Files.readString(folder.resolve("sidecar.json"))
            .replace("POLYPLUG_NO_SUCH_", "BOWIRE_ECHO_"));
    Path config = root.resolve("polyplug.toml");
    Files.writeString(
        config, "[[plugin]]\ncontract='bowire'\nfolder='e'\nenv = { EXTRA = 'yes' }\n");
    try (PluginHost host =
        PluginHost.builder()
            .contract(new BowireContract())
            .configFile(config)
            .forOneCommand()
            .build()) {
      Json seen =
          host.plugin("e").tool("Echo/environment").call(ToolCall.of(Json.EMPTY_OBJECT)).output();
      Map<String, Json> variables = io.polyplug.wire.JsonParts.members(seen);
      assertThat(variables)
          .containsKey("PATH")
          .containsEntry("EXTRA", Json.string("yes"))
          .containsEntry("BOWIRE_ECHO_X", Json.string("1"))
          .doesNotContainKeys("BOWIRE_Y", "POLYPLUG_TEST_SECRET", "JAVA_HOME", "MAVEN_OPTS");
    }
  }

  @Test
  void aFileOfTheFolderWinsOverAProgramOfThatNameOnThePath() throws Exception {
    Path folder = install("own", "O", "o");
    Path own = folder.resolve("python3");
    Files.writeString(own, "#!/bin/sh\necho mine >&2\nexit 9\n");
    assertThat(own.toFile().setExecutable(true)).isTrue();
    try (PluginHost host = host()) {
      assertThat(catchThrowable(() -> host.plugin("o").tools()))
          .hasMessageContaining("exited with code 9");
    }
  }

  @Test
  void aProgramWithoutTheRightToRunIsExplainedByTheDoctor() throws Exception {
    Path folder = install("no", "N", "n");
    Files.writeString(folder.resolve("run.sh"), "#!/bin/sh\n");
    Files.writeString(
        folder.resolve("sidecar.json"),
        Files.readString(folder.resolve("sidecar.json")).replace("\"python3\"", "\"run.sh\""));
    try (PluginHost host = host()) {
      assertThat(host.plugin("n").diagnose()).singleElement().asString().contains("run.sh");
    }
  }

  @Test
  void bowiresOwnFolderIsItsHome() {
    BowireContract contract = new BowireContract();
    assertThat(contract.homes(Map.of("HOME", "/home/u")))
        .containsExactly(Path.of("/home/u/.bowire/plugins"));
    assertThat(contract.homes(Map.of("HOME", "/home/u", "BOWIRE_PLUGIN_DIR", "/p")))
        .containsExactly(Path.of("/p"));
    assertThat(contract.homes(Map.of("HOME", "/home/u", "BOWIRE_PLUGIN_DIR", " ")))
        .containsExactly(Path.of("/home/u/.bowire/plugins"));
    assertThat(contract.homes(Map.of())).isEmpty();
  }

  @Test
  void aPackageIsReadAsTheContractSays() throws Exception {
    BowireContract contract = new BowireContract();
    assertThat(contract.recognise(root)).isEmpty();
    Path folder = install("p", "Acme.P", "p");
    Files.writeString(folder.resolve("run.sh"), "#!/bin/sh\n");
    String manifest = Files.readString(folder.resolve("sidecar.json"));
    Files.writeString(
        folder.resolve("sidecar.json"), manifest.replace("\"python3\"", "\"./run.sh\""));
    assertThat(contract.recognise(folder).orElseThrow())
        .isInstanceOfSatisfying(
            PackageReading.Good.class,
            good -> {
              assertThat(good.description().id()).isEqualTo("Acme.P");
              assertThat(good.description().programs()).containsExactly("run.sh");
              assertThat(good.description().asksFor()).hasSize(2);
            });
    for (String unusable : List.of(".", "no-such-program-anywhere", "gone/run.sh")) {
      Files.writeString(
          folder.resolve("sidecar.json"), manifest.replace("\"python3\"", "\"" + unusable + "\""));
      assertThat(contract.recognise(folder).orElseThrow())
          .as(unusable)
          .isInstanceOf(PackageReading.Bad.class);
    }
    Files.writeString(
        folder.resolve("sidecar.json"), manifest.replace("\"python3\"", "\"../../bin/sh\""));
    assertThat(contract.recognise(folder).orElseThrow())
        .isInstanceOfSatisfying(
            PackageReading.Bad.class, bad -> assertThat(bad.reason()).contains("leads out"));
    assertThat(contract.recognise(root).orElseThrow())
        .isInstanceOfSatisfying(
            PackageReading.Bad.class, bad -> assertThat(bad.reason()).contains("at the root"));
  }
}
