package io.polyplug.rune;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.host.Discovered;
import io.polyplug.host.Grants;
import io.polyplug.host.PackageDescription;
import io.polyplug.host.PackageReading;
import io.polyplug.host.Plugin;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.PluginHost;
import io.polyplug.host.ToolCall;
import io.polyplug.host.ToolInfo;
import io.polyplug.host.ToolKind;
import io.polyplug.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Section 10: plugins from folders with a manifest. */
class BundleTest {
  private static final String GOOD =
      """
      {"plugin_id":"acme.test","plugin_version":"2.1.0","protocol_version":"rterm.plugin.v1",
       "display_name":"Test","description":"For tests","capabilities":[" tool.execute ","","tool.execute"],
       "process":{"command":"./plugin.sh","args":[],"env":["A=1","B=x=y"]},
       "tools":[{"name":"t","description":"Does it","input_schema":{"type":"object","required":["x"]},
         "capabilities":["tool.execute"],"approval_tier":"safe","mutating":false,"target_kind":"workspace"}]}
      """;

  @TempDir Path folder;

  private Path bundle(String name, String manifest) throws IOException {
    Path root = Files.createDirectories(folder.resolve(name));
    new RuneScript(root, RuneScript.SHAKES_HANDS, RuneScript.ANSWERS).write();
    Files.writeString(root.resolve("rterm-plugin.json"), manifest);
    return root;
  }

  private PluginHost host() {
    return PluginHost.builder().contract(new RuneContract()).pluginsFrom(folder).build();
  }

  @Test
  void aBundleIsFoundDescribedAndCallable() throws Exception {
    bundle("any-name", GOOD);
    try (PluginHost host = host()) {
      Plugin plugin = host.plugin("acme.test");
      assertThat(plugin.info().name()).isEqualTo("Test");
      assertThat(plugin.info().version()).isEqualTo("2.1.0");
      assertThat(plugin.tools())
          .containsExactly(
              new ToolInfo(
                  "t",
                  "Does it",
                  Json.parse("{\"type\":\"object\",\"required\":[\"x\"]}"),
                  ToolKind.UNARY));
      // Input is not checked against the schema: that is the plugin's affair.
      assertThat(plugin.tool("t").call(ToolCall.of(Json.EMPTY_OBJECT)).ok()).isTrue();
    }
  }

  @Test
  void theManifestMayBeInTheSingleFolderOfTheRoot() throws Exception {
    bundle("outer/inner", GOOD);
    try (PluginHost host = host()) {
      assertThat(host.plugin("acme.test").tool("t").call(ToolCall.of(Json.NULL)).ok()).isTrue();
    }
  }

  @Test
  void aPackageIsRecognisedWithItsProgramAndWhatItAsksFor() throws Exception {
    Path outer = bundle("outer/inner", GOOD).getParent();
    assertThat(new RuneContract().recognise(outer))
        .contains(
            new PackageReading.Good(
                new PackageDescription(
                    "rune",
                    "acme.test",
                    "2.1.0",
                    List.of("inner/plugin.sh"),
                    List.of("tool.execute"),
                    Optional.of(List.of()))));
    assertThat(new RuneContract().recognise(bundle("bare", GOOD.replace("./plugin.sh", "python3"))))
        .get(InstanceOfAssertFactories.type(PackageReading.Good.class))
        .satisfies(good -> assertThat(good.description().programs()).isEmpty());
    assertThat(new RuneContract().recognise(folder)).isEmpty();
  }

  @Test
  void aPackageThatCannotBeUsedSaysWhy() throws Exception {
    for (String bad :
        List.of("{", GOOD.replace("acme.test", "../x"), GOOD.replace("./plugin.sh", "../../x"))) {
      assertThat(new RuneContract().recognise(bundle("bad", bad)))
          .get()
          .isInstanceOf(PackageReading.Bad.class);
    }
  }

  @Test
  void aFolderThatIsABundleItselfIsOne() throws Exception {
    Path root = bundle("one", GOOD);
    try (PluginHost host =
        PluginHost.builder().contract(new RuneContract()).pluginsFrom(root).build()) {
      assertThat(host.plugins()).hasSize(1);
    }
  }

  @Test
  void theUsersGrantsNarrowWhatTheManifestAsks() throws Exception {
    bundle("one", GOOD);
    Grants none =
        Grants.of(Map.of("acme.test", new Grants.Rule(Optional.empty(), Set.of("tool.execute"))));
    try (PluginHost host =
        PluginHost.builder()
            .contract(new RuneContract())
            .pluginsFrom(folder)
            .grants(none)
            .build()) {
      Assertions.assertThatThrownBy(
              () -> host.plugin("acme.test").tool("t").call(ToolCall.of(Json.NULL)))
          .isInstanceOf(PluginFailure.class)
          .hasMessageContaining("capability_not_allowed");
    }
  }

  @Test
  void aBadBundleIsShownWithItsReasonAndSpoilsNoOther() throws Exception {
    bundle("a-good", GOOD);
    bundle("b-bad", "{");
    Files.createDirectories(folder.resolve("c-foreign"));
    Files.writeString(folder.resolve("file"), "");
    try (PluginHost host = host()) {
      assertThat(host.plugins()).hasSize(1);
      assertThat(host.invalid())
          .singleElement()
          .satisfies(
              invalid -> {
                assertThat(invalid.folder().getFileName()).hasToString("b-bad");
                assertThat(invalid.reason()).contains("not valid JSON");
              });
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "plugin_id":"acme.test"           | "plugin_id":".."              | path component
          "plugin_id":"acme.test"           | "plugin_id":"a/b"             | path component
          "plugin_id":"acme.test"           | "plugin_id":""                | plugin_id
          "plugin_version":"2.1.0"          | "plugin_version":7            | plugin_version
          rterm.plugin.v1                   | rterm.plugin.v2               | protocol_version
          "command":"./plugin.sh"           | "command":" "                 | process.command
          "A=1"                             | "A"                           | KEY=VALUE
          "A=1"                             | "=1"                          | KEY=VALUE
          {"name":"t"                       | {"name":"u"},{"name":"u"      | twice
          "capabilities":["tool.execute"]   | "capabilities":["net"]        | does not list
          "approval_tier":"safe"            | "approval_tier":"reckless"    | approval_tier
          "target_kind":"workspace"         | "target_kind":"moon"          | target_kind
          "mutating":false                  | "mutating":"no"               | mutating
          """)
  void aManifestThatBreaksARuleIsInvalid(String good, String bad, String reason) throws Exception {
    assertThat(GOOD).contains(good);
    Path root = bundle("one", GOOD.replace(good, bad));
    List<Discovered> found = new RuneContract().discover(root.getParent());
    assertThat(found)
        .singleElement()
        .isInstanceOfSatisfying(
            Discovered.Invalid.class, invalid -> assertThat(invalid.reason()).contains(reason));
  }

  @Test
  void aManifestWithoutToolsIsInvalid() throws Exception {
    bundle("one", GOOD.replaceAll("(?s)\"tools\":\\[.*]}", "\"tools\":[]}"));
    try (PluginHost host = host()) {
      assertThat(host.invalid())
          .singleElement()
          .satisfies(invalid -> assertThat(invalid.reason()).contains("at least one tool"));
    }
  }
}
