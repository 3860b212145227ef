package io.polyplug.bab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.polyplug.bab.bridge.AdapterFailure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.PluginState;
import io.polyplug.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sections 3 and 7, and the end of 18. */
@Timeout(60)
class LoadRulesTest {
  @TempDir Path folder;
  private DelegateStage stage;

  @BeforeEach
  void open() throws IOException {
    stage = new DelegateStage(folder).plugin("acme").program("acme", "echo answer");
  }

  @AfterEach
  void close() {
    stage.close();
  }

  @Test
  void candidatesAreRealFoldersWithAManifest() throws Exception {
    stage.plugin("second");
    Files.createDirectory(stage.plugins.resolve("empty"));
    Path hidden = Files.createDirectory(stage.plugins.resolve(".staging-x"));
    Files.copy(stage.folder("acme").resolve("manifest.yaml"), hidden.resolve("manifest.yaml"));
    Files.createSymbolicLink(stage.plugins.resolve("link"), stage.folder("acme"));
    Path inside = Files.createDirectories(stage.plugins.resolve("odd/manifest.yaml"));
    assertThat(stage.host().plugins())
        .extracting(it -> it.info().id())
        .containsExactly("acme", "second");
    assertThat(stage.host().invalid()).isEmpty();
    assertThat(inside).exists();
  }

  @Test
  void aBadPluginNeverAffectsAnother() throws Exception {
    stage.plugin("broken", "roles: []\n");
    assertThat(stage.host().plugins()).extracting(it -> it.info().id()).containsExactly("acme");
    assertThat(stage.host().invalid())
        .singleElement()
        .extracting(it -> it.reason())
        .asString()
        .contains("roles: expected at least one role");
  }

  @Test
  void inAFolderOfAllContractsOnlyOurManifestsCount() throws Exception {
    Path shared = Files.createDirectories(folder.resolve("shared"));
    Path other = Files.createDirectory(shared.resolve("chart"));
    Files.writeString(other.resolve("manifest.yaml"), "kind: Chart\nname: x\n");
    Path ours = Files.createDirectory(shared.resolve("ours"));
    Files.writeString(ours.resolve("manifest.yaml"), "id: ours\nroles: [default]\n");
    assertThat(new BabContract(stage.environment).discover(shared)).hasSize(1);
    assertThat(new BabContract(stage.environment).recognise(other)).isEmpty();
    assertThat(new BabContract(stage.environment).recognise(ours)).isPresent();
  }

  @Test
  void theCommandMustBeOnThePath() throws Exception {
    Files.delete(stage.bin.resolve("acme"));
    PluginFailure failure = stage.unavailable();
    assertThat(failure.failure().code()).isEqualTo(FailureCode.LAUNCH_FAILED);
    assertThat(failure.failure().message())
        .contains("plugin acme")
        .contains("No program called \"acme\"");
    assertThat(stage.plugin().diagnose()).singleElement().asString().contains("No program called");
  }

  @Test
  void anAbsoluteCommandIsAllowed() throws Exception {
    Path program = stage.bin.resolve("acme");
    Path manifest = stage.folder("acme").resolve("manifest.yaml");
    Files.writeString(
        manifest, Files.readString(manifest).replace("command: acme", "command: " + program));
    stage.adapter("acme", FakeAdapter.simple());
    assertThat(stage.answer()).isEqualTo("answer");
  }

  @Test
  void aMalformedEnvFileMakesThePluginUnavailable() throws Exception {
    stage.file("acme", "env", "lower=1\n");
    assertThat(stage.unavailable().failure().code()).isEqualTo(FailureCode.INVALID_CONFIGURATION);
    assertThat(stage.unavailable().failure().message()).contains("line 1");
  }

  @Test
  void aMalformedGlobalEnvFileIsToldByAll() throws Exception {
    Files.writeString(stage.base.resolve("env"), "what is this");
    assertThat(stage.unavailable().failure().message()).contains("env, line 1");
    assertThat(catchThrowableOfType(PluginFailure.class, () -> stage.delegates()).failure().code())
        .isEqualTo(FailureCode.INVALID_CONFIGURATION);
  }

  @Test
  void trap19ABadSettingPreventsTheStartAndNamesItself() throws Exception {
    stage.adapter("acme", FakeAdapter.simple());
    Files.writeString(stage.base.resolve("env"), "BAB_CLI_TIMEOUT_MS=1\n");
    stage.environment.put("BAB_CLI_TIMEOUT_MS", "abc");
    assertThat(stage.unavailable().failure().code()).isEqualTo(FailureCode.INVALID_CONFIGURATION);
    assertThat(stage.unavailable().failure().message()).contains("BAB_CLI_TIMEOUT_MS");
    assertThat(
            catchThrowableOfType(PluginFailure.class, () -> stage.delegates()).failure().message())
        .contains("BAB_CLI_TIMEOUT_MS");
    assertThat(stage.plugin().diagnose()).singleElement().asString().contains("BAB_CLI_TIMEOUT_MS");
  }

  @Test
  void trap19ASettingInTheGlobalFileHasNoEffect() throws Exception {
    stage.adapter("acme", FakeAdapter.simple());
    stage.program("acme", "sleep 0.2; echo answer");
    Files.writeString(stage.base.resolve("env"), "BAB_CLI_TIMEOUT_MS=1\n");
    stage.environment.put("BAB_CLI_TIMEOUT_MS", "0");
    assertThat(stage.answer()).isEqualTo("answer");
  }

  @Test
  void trap10AValidateThatThrowsMakesThePluginUnavailable() throws Exception {
    List<FakeAdapter> made = new ArrayList<>();
    stage.adapter(
        "acme",
        () -> {
          made.add(
              FakeAdapter.simple()
                  .with(
                      "validate",
                      arguments -> {
                        throw FakeAdapter.threw("not logged in\u001b[31m");
                      }));
          return made.getLast();
        });
    assertThat(stage.unavailable().failure().code()).isEqualTo(FailureCode.UNAVAILABLE);
    assertThat(stage.unavailable().failure().message())
        .contains("not logged in")
        .doesNotContain("\u001b");
    stage.awaitLog("not logged in");
    assertThat(made).allMatch(adapter -> adapter.closes() > 0);
  }

  @Test
  void anAdapterThatCannotBeLoadedMakesThePluginUnavailable() throws Exception {
    stage.adapter(
        "acme",
        () -> {
          throw new IllegalStateException("unused");
        });
    assertThat(stage.unavailable().failure().message()).contains("could not be loaded");
  }

  @Test
  void aPluginWithoutAdapterIsLoadedAndAnswersConfiguration() {
    assertThat(stage.answer())
        .isEqualTo("configuration: Plugin acme does not provide an adapter.ts");
    assertThat(stage.plugin().state()).isEqualTo(PluginState.RUNNING);
  }

  @Test
  void anAdapterOfNeitherModeAnswersConfiguration() throws Exception {
    stage.adapter("acme", FakeAdapter.none());
    assertThat(stage.answer())
        .isEqualTo("configuration: Plugin acme does not provide an adapter.ts");
  }

  @Test
  void withoutARuntimeThePluginIsListedAndAnswersConfiguration() throws Exception {
    stage.file("acme", "adapter.ts", "export default {}");
    stage.environment.put("PATH", stage.bin.toString());
    assertThat(stage.answer())
        .startsWith("configuration: No JavaScript runtime (bun or node) was found");
    assertThat(stage.plugin().diagnose())
        .singleElement()
        .asString()
        .contains("No JavaScript runtime");
  }

  @Test
  void anAdapterThatLeadsOutOfTheFolderIsRefused() throws Exception {
    Files.writeString(stage.plugins.resolve("elsewhere.ts"), "export default {}");
    Files.createSymbolicLink(
        stage.folder("acme").resolve("adapter.ts"), Path.of("../elsewhere.ts"));
    assertThat(stage.unavailable().failure().message()).contains("leads out");
  }

  @Test
  void anAdapterOtherThanTheInstalledOneIsRefused() throws Exception {
    stage.adapter("acme", FakeAdapter.simple());
    Path file = stage.folder("acme").resolve("adapter.ts");
    String hash =
        HexFormat.of()
            .formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    stage.file("acme", ".install.json", "{\"adapter_hash\":\"" + hash + "\"}");
    assertThat(stage.answer()).isEqualTo("answer");
    stage.file(
        "acme",
        ".install.json",
        "{\"adapter_hash\":\"" + hash.replace(hash.charAt(0), 'g') + "\"}");
    stage.close();
    DelegateStage again = new DelegateStage(folder).adapter("acme", FakeAdapter.simple());
    stage = again;
    assertThat(stage.unavailable().failure().message())
        .contains("is not the one that was installed");
    stage.file("acme", ".install.json", "{\"schema_version\":1}");
    assertThat(stage.answer()).isEqualTo("answer");
  }

  @Test
  void anAdapterMayTellNothingOfItself() throws Exception {
    FakeAdapter adapter = FakeAdapter.simple();
    stage.adapter("acme", adapter);
    assertThat(stage.client().discover()).isEmpty();
    assertThat(stage.client().listModels()).isEmpty();
    adapter
        .with("discover", arguments -> Json.parse("{\"id\":\"x\"}"))
        .with("listModels", arguments -> Json.parse("[\"a\",7,\"b\"]"));
    assertThat(stage.client().discover()).contains(Json.parse("{\"id\":\"x\"}"));
    assertThat(stage.client().listModels()).containsExactly("a", "b");
    adapter.with(
        "discover",
        arguments -> {
          throw new AdapterFailure(AdapterFailure.Kind.TOO_LONG, "late", null);
        });
    assertThat(stage.client().discover()).isEmpty();
  }
}
