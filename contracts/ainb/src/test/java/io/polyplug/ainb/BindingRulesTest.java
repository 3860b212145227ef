package io.polyplug.ainb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.polyplug.ainb.protocol.LogLevel;
import io.polyplug.host.SupervisionPolicy.Backoff;
import io.polyplug.host.config.ConfigFile;
import io.polyplug.host.config.ConfigMistake;
import io.polyplug.host.config.ConfigTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A {@code [[plugin]]} table of this contract. */
class BindingRulesTest {
  @TempDir Path folder;

  @BeforeEach
  void makePlugin() throws Exception {
    PluginOnDisk.write(folder.resolve("plugins"), "weather", "");
  }

  private AinbBinding bind(String more) throws Exception {
    Path file = folder.resolve("polyplug.toml");
    Files.writeString(file, "[[plugin]]\ncontract = \"ainb\"\npath = \"plugins/weather\"\n" + more);
    ConfigTable table = ConfigFile.read(file).root().tables("plugin").getFirst();
    assertThat(table.requiredText("contract")).isEqualTo("ainb");
    AinbBinding binding = AinbBinding.read(table);
    table.finish();
    return binding;
  }

  @Test
  void theDefaultsAreTheContracts() throws Exception {
    AinbBinding binding = bind("");
    assertThat(binding.plugin().folder()).isEqualTo(folder.resolve("plugins/weather"));
    assertThat(binding.options()).isEqualTo(AinbOptions.DEFAULT);
    AinbOptions options = AinbOptions.DEFAULT;
    assertThat(options.logLevel()).isEqualTo(LogLevel.INFO);
    assertThat(options.config()).isEmpty();
    assertThat(options.idleReap()).isEmpty();
    assertThat(options.times())
        .isEqualTo(
            new AinbOptions.Times(
                Duration.ofSeconds(10),
                Duration.ofSeconds(2),
                Duration.ofSeconds(10),
                Duration.ofSeconds(3),
                Duration.ofSeconds(5),
                Duration.ofSeconds(2)));
    assertThat(options.failures())
        .isEqualTo(
            new Backoff(
                List.of(Duration.ofSeconds(1), Duration.ofSeconds(4), Duration.ofSeconds(16)),
                Duration.ofMinutes(1),
                3));
  }

  @Test
  void everyKeyIsRead() throws Exception {
    AinbOptions options =
        bind("""
            log_level = "trace"
            init_timeout = "1s"
            render_timeout = "2m"
            shutdown_grace = "0s"
            frame_write_timeout = "4s"
            backoff = ["50ms", "100ms"]
            failure_window = "1h"
            quarantine_at = 5
            idle_reap = "0s"
            config = { city = "Bern", key = { from_env = "KEY" } }
            """)
            .options();
    assertThat(options.logLevel()).isEqualTo(LogLevel.TRACE);
    assertThat(options.idleReap()).isEqualTo(Optional.of(Duration.ZERO));
    assertThat(options.times())
        .isEqualTo(
            new AinbOptions.Times(
                Duration.ofSeconds(1),
                Duration.ofMinutes(2),
                Duration.ofSeconds(4),
                Duration.ofSeconds(3),
                Duration.ZERO,
                Duration.ofSeconds(2)));
    assertThat(options.failures())
        .isEqualTo(
            new Backoff(
                List.of(Duration.ofMillis(50), Duration.ofMillis(100)), Duration.ofHours(1), 5));
    assertThat(options.config().orElseThrow().resolve(Map.of("KEY", "k")))
        .hasToString("{\"city\":\"Bern\",\"key\":\"k\"}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          log_level = "INFO"      | log_level: expected one of trace, debug, info, warn, error, found the text "INFO"
          init_timeout = 10       | init_timeout: expected a text, found 10
          init_timeout = "0s"     | init_timeout: expected a duration of more than zero
          render_timeout = "2"    | render_timeout: expected a duration such as
          backoff = []            | backoff: expected at least one duration
          backoff = ["1s", "x"]   | backoff: expected a duration such as
          failure_window = "0ms"  | failure_window: expected a duration of more than zero
          quarantine_at = 0       | quarantine_at: expected a whole number from 1 to 2147483647, found 0
          config = 3              | config: expected a table, found 3
          idle_reap = -1          | idle_reap: expected a text, found -1
          command = "x"           | command: unknown key
          """)
  void aMistakeNamesItsLineAndKey(String line, String sentence) {
    assertThatThrownBy(() -> bind(line))
        .isInstanceOf(ConfigMistake.class)
        .hasMessageContaining("polyplug.toml:4: plugin[0]." + sentence);
  }

  @Test
  void aFolderWithoutAUsablePluginIsAMistakeOfThePath() throws Exception {
    Files.writeString(folder.resolve("plugins/weather/manifest.toml"), "[plugin]\n");
    assertThatThrownBy(() -> bind(""))
        .isInstanceOf(ConfigMistake.class)
        .hasMessageContaining("polyplug.toml:3: plugin[0].path: no usable plugin in ")
        .hasMessageContaining("the key \"abi_version\" is missing");
  }
}
