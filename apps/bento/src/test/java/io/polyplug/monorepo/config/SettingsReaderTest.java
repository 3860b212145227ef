package io.polyplug.monorepo.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.polyplug.monorepo.ProblemKind;
import io.polyplug.monorepo.SampleFiles;
import io.polyplug.monorepo.WorkspaceProblem;
import io.polyplug.monorepo.config.RepositorySettings.ContainerMode;
import io.polyplug.monorepo.files.Looks;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsReaderTest {
  private SampleFiles files;

  @BeforeEach
  void in(@TempDir Path folder) {
    files = new SampleFiles(folder);
  }

  @Test
  void withoutTheFileEverythingHasItsDefault() throws Exception {
    RepositorySettings settings = SettingsReader.read(files.root(), 7, Looks.unnoted());

    assertThat(settings.parallelism()).isEqualTo(7);
    assertThat(settings.failFast()).isTrue();
    assertThat(settings.remote().address()).isEmpty();
    assertThat(settings.remote().region()).isEqualTo("us-east-1");
    assertThat(settings.remote().tokenEnv()).isEqualTo("BENTO_CACHE_TOKEN");
    assertThat(settings.remote().writeThrough()).isFalse();
    assertThat(settings.container()).isEqualTo(ContainerMode.NEVER);
    assertThat(settings.toolchain()).isEqualTo(ToolPins.NONE);
    assertThat(settings.disabledPlugins()).isEmpty();
    assertThat(settings.allowedPlugins()).isEmpty();
  }

  @Test
  void anEmptyFileChangesNothing() throws Exception {
    files.write("bento.toml");

    assertThat(SettingsReader.read(files.root(), 2, Looks.unnoted()))
        .isEqualTo(SettingsReader.read(files.at("elsewhere"), 2, Looks.unnoted()));
  }

  @Test
  void everyKeyIsRead() throws Exception {
    RepositorySettings settings =
        read(
            "[defaults]",
            "parallelism = 3",
            "fail_fast = false",
            "[cache]",
            "local = true",
            "gha = \"auto\"",
            "remote = \"bento://cache.example/team\"",
            "remote_region = \"eu-central-1\"",
            "remote_endpoint = \"https://store.example\"",
            "remote_token_env = \"TEAM_TOKEN\"",
            "remote_write_through = true",
            "[execution]",
            "container = \"auto\"",
            "image = \"alpine:3\"",
            "[toolchain]",
            "use_system = true",
            "go = \"1.22\"",
            "zig = \"0.13\"",
            "[plugins]",
            "disable = [\"zig\"]",
            "allowlist = []");

    assertThat(settings)
        .isEqualTo(
            new RepositorySettings(
                3,
                false,
                new RepositorySettings.RemoteSettings(
                    Optional.of("bento://cache.example/team"),
                    "eu-central-1",
                    Optional.of("https://store.example"),
                    "TEAM_TOKEN",
                    true),
                ContainerMode.AUTO,
                Optional.of("alpine:3"),
                new ToolPins(true, Map.of("go", "1.22", "zig", "0.13")),
                List.of("zig"),
                Optional.of(List.of())));
  }

  @Test
  void parallelismIsAtLeastOne() throws Exception {
    assertThat(read("[defaults]", "parallelism = 0").parallelism()).isEqualTo(1);
  }

  @Test
  void whatIsNotActedOnIsAccepted() throws Exception {
    read(
        "package_manager = \"pnpm\"",
        "[telemetry]",
        "enabled = true",
        "[environments.prod]",
        "secrets.TOKEN = \"vault:x\"",
        "[integrations.slack]",
        "anything = 1",
        "[[garnishes]]",
        "kind = \"deploy\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "surprise = 1 | surprise",
        "[defaults]@surprise = 1 | defaults.surprise",
        "[cache]@surprise = 1 | cache.surprise",
        "[execution]@surprise = 1 | execution.surprise",
        "[plugins]@surprise = 1 | plugins.surprise",
        "[telemetry]@surprise = 1 | telemetry.surprise",
        "[environments.a]@surprise = 1 | environments.a.surprise",
      })
  void anUnknownKeyIsAMistakeWithItsPlace(String text, String key) {
    WorkspaceProblem problem = mistake(text.split("@"));

    assertThat(problem.kind()).isEqualTo(ProblemKind.CONFIG_INVALID);
    assertThat(problem).hasMessageContaining(key).hasMessageContaining("unknown key");
    int line = text.split("@").length;
    assertThat(problem.where()).hasValue(files.at("bento.toml") + ":" + line + " (" + key + ")");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "defaults = 1",
        "[defaults]\nparallelism = -1",
        "[defaults]\nparallelism = \"2\"",
        "[defaults]\nfail_fast = 1",
        "[cache]\nremote = 1",
        "[cache]\ngha = \"maybe\"",
        "[execution]\ncontainer = \"sometimes\"",
        "[toolchain]\ngo = 1.22",
        "[toolchain]\ngo = \" \"",
        "[plugins]\ndisable = \"zig\"",
        "[plugins]\nallowlist = [1]",
        "[telemetry]\nenabled = \"no\"",
      })
  void aValueOfTheWrongTypeIsAMistakeWithItsLine(String text) {
    WorkspaceProblem problem = mistake(text);

    assertThat(problem.kind()).isEqualTo(ProblemKind.CONFIG_INVALID);
    assertThat(problem.where().orElseThrow()).contains("bento.toml:" + text.lines().count() + " ");
  }

  @Test
  void whatIsNoTomlIsToldFromWhatIsWrong() {
    assertThat(mistake("[defaults").kind()).isEqualTo(ProblemKind.CONFIG_PARSE);
  }

  @Test
  void aFolderInPlaceOfTheFileCannotBeRead() {
    files.folder("bento.toml");

    WorkspaceProblem problem =
        catchThrowableOfType(
            WorkspaceProblem.class, () -> SettingsReader.read(files.root(), 1, Looks.unnoted()));

    assertThat(problem.kind()).isEqualTo(ProblemKind.CONFIG_READ);
  }

  @Test
  void thePluginsTableIsReadWhateverElseIsWrong() throws Exception {
    files.write("bento.toml", "surprise = 1", "[plugins]", "disable = [\"zig\"]");

    assertThat(PluginsTable.read(files.root()))
        .isEqualTo(new PluginsTable(List.of("zig"), Optional.empty()));
  }

  @Test
  void anEmptyAllowlistIsNotTheSameAsNone() throws Exception {
    files.write("bento.toml", "[plugins]", "allowlist = []");

    assertThat(PluginsTable.read(files.root()).allowed()).hasValue(List.of());
    assertThat(PluginsTable.read(files.at("elsewhere"))).isEqualTo(PluginsTable.NONE);
  }

  @ParameterizedTest
  @CsvSource({"'plugins = 1', CONFIG_INVALID", "'[plugins', CONFIG_PARSE"})
  void aPluginsTableThatCannotBeKnownIsAProblem(String text, ProblemKind kind) {
    files.write("bento.toml", text);

    WorkspaceProblem problem =
        catchThrowableOfType(WorkspaceProblem.class, () -> PluginsTable.read(files.root()));

    assertThat(problem.kind()).isEqualTo(kind);
  }

  private RepositorySettings read(String... lines) throws WorkspaceProblem {
    files.write("bento.toml", lines);
    return SettingsReader.read(files.root(), 2, Looks.unnoted());
  }

  private WorkspaceProblem mistake(String... lines) {
    return catchThrowableOfType(WorkspaceProblem.class, () -> read(lines));
  }
}
