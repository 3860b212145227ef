package io.polyplug.bab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.polyplug.host.Contract;
import io.polyplug.host.Plugin;
import io.polyplug.host.PluginHost;
import io.polyplug.host.PluginState;
import io.polyplug.host.config.ConfigMistake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.dataformat.toml.TomlMapper;

/**
 * A plugin as a {@code [[plugin]]} table names it, and as the service loader finds its contract.
 */
@Timeout(60)
class BindingRulesTest {
  @TempDir Path folder;
  private DelegateStage stage;

  @BeforeEach
  void open() throws IOException {
    stage = new DelegateStage(folder);
    stage
        .program("acme", "echo \"$GROQ_API_KEY\"; sleep \"${NAP:-0}\"")
        .plugin("acme", "roles: [default]\ndelegate: { args: [] }\n");
    stage.environment.put("GROQ_API_KEY", "secret");
  }

  @AfterEach
  void close() {
    stage.close();
  }

  private PluginHost bound(String more) throws IOException {
    Path file = folder.resolve("polyplug.toml");
    Files.writeString(
        file, "[[plugin]]\ncontract = \"bab\"\npath = \"home/.config/bab/plugins/acme\"\n" + more);
    return PluginHost.builder()
        .contract(new BabContract(stage.environment))
        .configFile(file)
        .build();
  }

  private static String run(PluginHost host) throws DelegateFailure {
    return host.plugin("acme").as(BabPlugin.class).delegate(DelegateRequest.of("x")).content();
  }

  @Test
  void theContractIsFoundAsAService() {
    assertThat(ServiceLoader.load(Contract.class).stream())
        .anyMatch(provider -> provider.type() == BabContract.class);
  }

  @Test
  void aFolderIsBoundByItsPath() throws Exception {
    try (PluginHost host = bound("")) {
      Plugin plugin = host.plugin("acme");
      assertThat(plugin.info().name()).isEqualTo("The acme");
      assertThat(plugin.commandLine()).containsExactly("acme");
      assertThat(plugin.diagnose()).isEmpty();
      assertThat(plugin.state())
          .as("nothing is started before it is needed")
          .isEqualTo(PluginState.IDLE);
      assertThat(run(host)).isEmpty();
    }
  }

  @Test
  void theFilterOfVariablesCanBeNarrowed() throws Exception {
    try (PluginHost host = bound("env_filter = \"named\"\n")) {
      assertThat(run(host)).isEqualTo("secret");
    }
  }

  @Test
  void theTimeoutCanBeSetForAPlugin() throws Exception {
    stage.environment.put("NAP", "60");
    try (PluginHost host = bound("timeout = \"60ms\"\ngrace = \"1ms\"\n")) {
      assertThat(catchThrowableOfType(DelegateFailure.class, () -> run(host)).type())
          .isEqualTo(DelegateError.TIMEOUT);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "env_filter = \"all\"",
        "env_filter = 1",
        "timeout = \"0s\"",
        "timeout = 5",
        "grace = \"soon\"",
        "command = \"x\""
      })
  void aWrongKeyIsAMistakeAndDoesNotFitTheSchema(String line) {
    assertThat(catchThrowableOfType(ConfigMistake.class, () -> bound(line + "\n")))
        .hasMessageContaining(line.substring(0, line.indexOf(' ')));
  }

  @Test
  void aFolderWithoutUsableManifestIsAMistakeAtItsPath() throws Exception {
    Files.writeString(stage.folder("acme").resolve("manifest.yaml"), "id: Acme\n");
    assertThat(catchThrowableOfType(ConfigMistake.class, () -> bound("")))
        .hasMessageContaining("path")
        .hasMessageContaining("roles: missing");
  }

  @Test
  void theSchemaKnowsTheKeys() {
    String schema =
        new BabContract(Map.of())
            .bindingSchema()
            .toString()
            .replace("\"$ref\": \"#/$defs/duration\"", "\"type\": \"string\"");
    Schema binding =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(schema);
    String good = "contract='bab'\npath='x'\nenv_filter='named'\ngrace='1s'\ntimeout='5m'\n";
    TomlMapper toml = new TomlMapper();
    assertThat(binding.validate(toml.readTree(good))).isEmpty();
    assertThat(binding.validate(toml.readTree(good.replace("path", "folder")))).isNotEmpty();
    assertThat(binding.validate(toml.readTree(good.replace("named", "none")))).isNotEmpty();
  }
}
