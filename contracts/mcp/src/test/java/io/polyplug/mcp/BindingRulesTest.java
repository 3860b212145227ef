package io.polyplug.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.polyplug.host.Contract;
import io.polyplug.host.PluginDefinition;
import io.polyplug.host.SupervisionPolicy;
import io.polyplug.host.config.ConfigFile;
import io.polyplug.host.config.ConfigTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.toml.TomlMapper;

/** What a {@code [[plugin]]} table of this contract may say. */
class BindingRulesTest {
  @TempDir Path folder;

  private PluginDefinition bind(String toml) throws IOException {
    Path file =
        Files.writeString(folder.resolve("polyplug.toml"), "[[plugin]]\ncontract = 'mcp'\n" + toml);
    ConfigTable table = ConfigFile.read(file).root().tables("plugin").getFirst();
    table.text("contract");
    PluginDefinition bound = new McpContract().bind(table);
    table.finish();
    return bound;
  }

  @Test
  void theContractIsFoundByTheServiceLoader() {
    assertThat(ServiceLoader.load(Contract.class).stream())
        .anyMatch(it -> it.type() == McpContract.class);
  }

  @Test
  void aProgramAndAServiceCanBeBound() throws Exception {
    PluginDefinition program =
        bind(
            """
            id = 'fs'
            command = 'npx'
            args = ['-y', 'x']
            cwd = 'here'
            env = { A = 'b' }
            roots = ['.']
            log_level = 'info'
            probe_timeout = '1s'
            start_timeout = '2m'
            request_timeout = '10s'
            call_timeout = '0s'
            shutdown_timeout = '1s'
            """);
    assertThat(program.commandLine()).containsExactly("npx", "-y", "x");
    PluginDefinition service =
        bind(
            """
            id = 'web'
            url = 'https://example.org/mcp?key=1'
            headers = { X = 'y' }
            bearer = { from_env = 'T' }
            """);
    assertThat(service.commandLine()).containsExactly("https://example.org/mcp");
  }

  @Test
  void aSecretThatIsNotThereIsDiagnosed() throws Exception {
    assertThat(
            bind("id = 'a'\ncommand = 'sh'\nenv = { A = { from_env = 'NO_SUCH_VARIABLE' } }")
                .diagnose())
        .singleElement()
        .asString()
        .contains("its environment variable A", "NO_SUCH_VARIABLE");
    assertThat(
            bind("id = 'a'\nurl = 'http://localhost/'\nbearer = { from_env = 'NO_SUCH_VARIABLE' }")
                .diagnose())
        .singleElement()
        .asString()
        .contains("its bearer token", "NO_SUCH_VARIABLE");
    assertThat(bind("id = 'a'\nurl = 'http://localhost/'").diagnose()).isEmpty();
  }

  @Test
  void oneInstanceIsStartedByTheFirstCallAndAgainByTheNext() throws Exception {
    SupervisionPolicy policy = bind("id='a'\ncommand='b'\n").supervision();
    assertThat(policy.instances()).isEqualTo(SupervisionPolicy.Instances.SHARED);
    assertThat(policy.start()).isEqualTo(SupervisionPolicy.Start.LAZY);
    assertThat(policy.afterDown()).isEqualTo(SupervisionPolicy.AfterDown.RESTART_ON_CALL);
  }

  @Test
  void twoReadingsOfTheSameTableAreTheSame() throws Exception {
    PluginDefinition one = bind("id='a'\ncommand='b'\n");
    assertThat(one.sameAs(bind("id='a'\ncommand='b'\n"))).isTrue();
    assertThat(one.sameAs(bind("id='a'\ncommand='c'\n"))).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          command='x'                              | "id" is missing
          id='a'                                   | exactly one of command and url
          id='a';command='x';url='https://x/'      | exactly one of command and url
          id='a';url='http://example.org/'         | expected an https address
          id='a';url='ftp://example.org/'          | expected an https address
          id='a';url='https://x/';bearer={a='b'}   | unknown key
          id='a';command='x';log_level='loud'      | expected one of debug, info
          id='a';command='x';probe_timeout='0s'    | more than zero
          id='a';command='x';dir='y'               | unknown key
          """)
  void aMistakeSaysWhatWasExpected(String toml, String expected) {
    assertThatThrownBy(() -> bind(toml.replace(";", "\n") + "\n")).hasMessageContaining(expected);
  }

  @Test
  void theSchemaAcceptsWhatIsReadAndRefusesWhatIsNot() throws Exception {
    String whole =
        new McpContract()
            .bindingSchema()
            .toString()
            .replaceFirst(
                "\\{",
                "{\"\\$defs\":{\"duration\":{\"type\":\"string\"},"
                    + "\"environment\":{\"type\":\"object\"}},");
    var schema =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(whole);
    assertThat(schema.validate(tree("id='a'\ncommand='x'\nroots=['.']\n"))).isEmpty();
    assertThat(schema.validate(tree("id='a'\nurl='https://x/'\nbearer={from_env='T'}\n")))
        .isEmpty();
    assertThat(schema.validate(tree("id='a'\n"))).isNotEmpty();
    assertThat(schema.validate(tree("id='a'\ncommand='x'\nurl='https://x/'\n"))).isNotEmpty();
    assertThat(schema.validate(tree("id='a'\ncommand='x'\ndir='y'\n"))).isNotEmpty();
  }

  private static JsonNode tree(String toml) {
    return new TomlMapper().readTree("contract='mcp'\n" + toml);
  }
}
