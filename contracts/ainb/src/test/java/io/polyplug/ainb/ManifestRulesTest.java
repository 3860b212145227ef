package io.polyplug.ainb;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The manifest (2.2, 2.3): one test for each rule. */
class ManifestRulesTest {
  private static final String PLUGIN =
      """
      [plugin]
      name = "weather"
      version = "1.4.0"
      abi_version = 2
      """;

  private static Manifest good(String toml) {
    assertThat(ManifestReader.parse(toml, "weather")).isInstanceOf(ManifestReading.Good.class);
    return ((ManifestReading.Good) ManifestReader.parse(toml, "weather")).manifest();
  }

  private static String reason(String toml) {
    return ((ManifestReading.Bad) ManifestReader.parse(toml, "weather")).reason();
  }

  private static List<String> warnings(String toml) {
    good(toml);
    return ManifestReader.parse(toml, "weather").warnings();
  }

  @Test
  void theDefaultsAreTheContracts() {
    assertThat(good(PLUGIN))
        .isEqualTo(
            new Manifest(
                "weather",
                "1.4.0",
                "",
                Capabilities.NONE,
                new Manifest.Provides(List.of(), List.of(), List.of(), List.of(), Optional.empty()),
                new Manifest.Subscribes(List.of(), List.of()),
                new Manifest.Lifecycle(Manifest.Spawn.LAZY, Duration.ofMinutes(10)),
                List.of()));
    assertThat(warnings(PLUGIN)).isEmpty();
  }

  @Test
  void everyFieldIsRead() {
    Manifest manifest =
        good(
            PLUGIN
                + """
                description = "tells"
                [capabilities]
                network = ["api.example.com"]
                event_bus = true
                "secrets:read" = []
                [provides]
                screens = ["weather"]
                commands = ["/weather"]
                cli_namespaces = ["weather", "wx"]
                snapshots = ["weather.now"]
                preferred_min_size = [80, 24]
                [subscribes]
                snapshots = ["clock.tick", "clock.zone"]
                latest_state = ["clock.zone"]
                [lifecycle]
                spawn = "eager"
                idle_reap_secs = 4294967295
                [[config]]
                key = "unit"
                kind = "enum"
                label = "Unit"
                default = "C"
                choices = ["C", "F"]
                [[config]]
                key = "city"
                kind = "string"
                """);
    assertThat(manifest.description()).isEqualTo("tells");
    assertThat(manifest.capabilities().grants().keySet())
        .containsExactly("event_bus", "network", "secrets:read");
    assertThat(manifest.provides())
        .isEqualTo(
            new Manifest.Provides(
                List.of("weather"),
                List.of("/weather"),
                List.of("weather", "wx"),
                List.of("weather.now"),
                Optional.of(new Manifest.Size(80, 24))));
    assertThat(manifest.subscribes().latestState()).containsExactly("clock.zone");
    assertThat(manifest.lifecycle())
        .isEqualTo(
            new Manifest.Lifecycle(Manifest.Spawn.EAGER, Duration.ofSeconds(4_294_967_295L)));
    assertThat(manifest.config())
        .containsExactly(
            new Manifest.Setting("unit", "enum", "Unit", "C", List.of("C", "F")),
            new Manifest.Setting("city", "string", "city", "", List.of()));
  }

  @Test
  void aListWithEntriesIsAGrantAndAnEmptyOneAndFalseAreNone() {
    Capabilities capabilities =
        good(PLUGIN
                + "[capabilities]\nnetwork = [\"x\"]\nevent_bus = []\nread_paths = false\n"
                + "read_sessions = true\n")
            .capabilities();
    assertThat(capabilities.granted()).containsExactly("read_sessions", "network");
    assertThat(capabilities.of("event_bus")).isEqualTo(new Grant.Listed(List.of()));
    assertThat(capabilities.of("read_paths")).isEqualTo(new Grant.Flag(false));
  }

  @Test
  void whatIsNoTomlIsToldWithItsLine() {
    assertThat(reason("[plugin]\nname = ?\n"))
        .isEqualTo("manifest.toml:2: not valid TOML: Unknown token");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          name        | manifest.toml:1: plugin: the key "name" is missing: expected the name of its folder
          version     | manifest.toml:1: plugin: the key "version" is missing: expected a version such as "1.4.0"
          abi_version | manifest.toml:1: plugin: the key "abi_version" is missing: expected 2
          """)
  void aMissingKeyIsNamed(String key, String sentence) {
    assertThat(reason(PLUGIN.replaceAll("(?m)^" + key + " .*\n", ""))).isEqualTo(sentence);
  }

  @Test
  void aMissingPluginTableIsNamed() {
    assertThat(reason("[capabilities]\n"))
        .isEqualTo("manifest.toml: the table [plugin] is missing");
    assertThat(reason("")).contains("[plugin] is missing");
    assertThat(reason("plugin = 3")).contains("plugin: expected a table, found 3");
    assertThat(reason("[[plugin]]\nname = \"x\"")).contains("expected a table, found a list");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          [provides];screens = "x"                 | manifest.toml:6: provides.screens: expected a list of texts, found the text "x"
          [provides];snapshots = [1]               | manifest.toml:6: provides.snapshots: expected a list of texts, found 1 in it
          [provides];commands = [1979-05-27]       | manifest.toml:6: provides.commands: expected a list of texts, found 1979-05-27 in it
          [provides];preferred_min_size = [80]     | manifest.toml:6: provides.preferred_min_size: expected two numbers, columns and rows, found 1
          [provides];preferred_min_size = [1, 65536] | manifest.toml:6: provides.preferred_min_size: expected a whole number from 0 to 65535, found 65536
          [capabilities];network = 7               | manifest.toml:6: capabilities.network: expected true, false or a list of texts, found 7
          [capabilities];network = "x"             | manifest.toml:6: capabilities.network: expected true, false or a list of texts, found the text "x"
          [capabilities];network = ["a", 1]        | manifest.toml:6: capabilities.network: expected a list of texts, found 1 in it
          [capabilities];network = {}              | manifest.toml:6: capabilities.network: expected true, false or a list of texts, found a table
          [subscribes];snapshots = true            | manifest.toml:6: subscribes.snapshots: expected a list of texts, found true
          [subscribes];latest_state = "x"          | manifest.toml:6: subscribes.latest_state: expected a list of texts, found the text "x"
          [lifecycle];spawn = true                 | manifest.toml:6: lifecycle.spawn: expected a text, found true
          [[config]];key = "x";kind = "float"      | manifest.toml:7: config[0].kind: expected one of path, string, bool, enum, int, found the text "float"
          [[config]];key = "x"                     | manifest.toml:5: config[0]: the key "kind" is missing: expected a text
          [config]                                 | manifest.toml:5: config: expected tables under [[config]], found a table
          """)
  void aValueOfTheWrongTypeIsNamed(String lines, String sentence) {
    assertThat(reason(PLUGIN + lines.replace(';', '\n'))).isEqualTo(sentence);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"2\"", "2.0", "true", "[2]", "-2", "1979-05-27"})
  void anAbiThatIsNoNumberIsAWrongType(String value) {
    assertThat(reason(PLUGIN.replace("= 2", "= " + value)))
        .startsWith("manifest.toml:4: plugin.abi_version: expected a whole number");
  }

  @Test
  void topLevelTablesThatAreNoneAreAWrongType() {
    for (String table : List.of("capabilities", "provides", "subscribes", "lifecycle")) {
      assertThat(reason(table + " = 1\n" + PLUGIN)).contains(table + ": expected a table, found 1");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0.0.0",
        "1.2.3",
        "10.20.30-alpha.1",
        "1.0.0-0.3.7",
        "1.0.0-x-y-z.--",
        "1.0.0+20130313",
        "1.0.0-beta+exp.sha.5114f85",
        "1.0.0+21AF26D3----117B344092BD",
        "1.0.0-0A.is.legal",
        "99999999999999999999999.999999999999999999.99999999999999999",
        "1.0.0-alpha0.valid",
        "1.0.0-rc.1+build.123",
        "2.0.0+build.1848",
        "1.0.0--"
      })
  void aSemanticVersionIsTaken(String version) {
    assertThat(good(PLUGIN.replace("1.4.0", version)).version()).isEqualTo(version);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "1",
        "1.2",
        "v1.2.3",
        "01.1.1",
        "1.01.1",
        "1.2.3-01",
        "1.2.3-",
        "1.2.3+",
        "1.2.3.4",
        "1.2.3-a..b",
        "1.2.3+a..b",
        "1.2.3 ",
        "-1.0.3",
        "1.2.3-\u00e4",
        "1.1.2+.123",
        "1.2.3-a+b+c",
        "alpha",
        "1.2.3.DEV",
        "\u0661.0.0"
      })
  void aVersionThatIsNotSemanticIsRefused(String version) {
    assertThat(reason(PLUGIN.replace("1.4.0", version)))
        .startsWith("manifest.toml:3: plugin.version: expected a semantic version such as")
        .endsWith("found \"" + version + "\"");
  }

  @Test
  void anotherAbiIsRefusedWithBothNumbersAndNothingElse() {
    String toml = PLUGIN.replace("= 2", "= 3") + "[provides]\nscreens = 7\n";
    assertThat(((ManifestReading.Bad) ManifestReader.parse(toml, "weather")).problems())
        .containsExactly(
            "manifest.toml:4: plugin.abi_version: expected ABI 2, which this host speaks, found"
                + " ABI 3");
  }

  @Test
  void aNameThatIsNotTheFoldersIsRefusedWithBothNames() {
    assertThat(((ManifestReading.Bad) ManifestReader.parse(PLUGIN, "wetter")).reason())
        .isEqualTo(
            "manifest.toml:2: plugin.name: expected the name of its folder, \"wetter\", found"
                + " \"weather\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", ".", "..", "a/b", "../x", ".a", "-a", "a b", "\u00e4", "_a", "a\\\\b"})
  void aNameThatIsNoPlainNameIsRefused(String name) {
    String toml = PLUGIN.replace("weather", name);
    assertThat(((ManifestReading.Bad) ManifestReader.parse(toml, name)).reason())
        .startsWith("manifest.toml:2: plugin.name: expected letters, digits, '.', '_' and '-'");
  }

  @Test
  void theNameOfTheHostIsReserved() {
    String toml = PLUGIN.replace("weather", "host");
    assertThat(((ManifestReading.Bad) ManifestReader.parse(toml, "host")).reason())
        .isEqualTo(
            "manifest.toml:2: plugin.name: \"host\" is reserved for the host itself: expected"
                + " another name");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Lazy", "EAGER", "", "on"})
  void anotherWordForSpawnIsRefused(String word) {
    assertThat(reason(PLUGIN + "[lifecycle]\nspawn = \"" + word + "\"\n"))
        .isEqualTo(
            "manifest.toml:6: lifecycle.spawn: expected \"lazy\" or \"eager\", found the text \""
                + word
                + "\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"-1", "1.5", "4294967296", "\"600\"", "6e2", "nan", "inf", "07:32:00", "true"})
  void anIdleTimeThatIsNoUnsignedNumberIsRefused(String value) {
    assertThat(reason(PLUGIN + "[lifecycle]\nidle_reap_secs = " + value + "\n"))
        .startsWith(
            "manifest.toml:6: lifecycle.idle_reap_secs: expected a whole number from 0 to"
                + " 4294967295, found ");
  }

  @Test
  void smallIdleTimesAndZeroAreKept() {
    for (long seconds : List.of(0L, 1L, 599L)) {
      assertThat(good(PLUGIN + "[lifecycle]\nidle_reap_secs = " + seconds).lifecycle().idleReap())
          .isEqualTo(Duration.ofSeconds(seconds));
    }
  }

  @Test
  void aTopicOfLatestStateThatIsNotSubscribedIsRefused() {
    assertThat(reason(PLUGIN + "[subscribes]\nsnapshots = [\"a\"]\nlatest_state = [\"a\", \"b\"]"))
        .isEqualTo(
            "manifest.toml:7: subscribes.latest_state: expected topics of subscribes.snapshots,"
                + " found \"b\"");
  }

  @Test
  void everyMistakeIsToldAndTheFirstIsTheReason() {
    String toml = "[plugin]\nname = 1\nversion = \"x\"\n[lifecycle]\nspawn = 1\n";
    ManifestReading.Bad bad = (ManifestReading.Bad) ManifestReader.parse(toml, "weather");
    assertThat(bad.problems()).hasSize(4);
    assertThat(bad.reason()).contains("abi_version");
  }

  @Test
  void everyUnknownTableAndKeyIsIgnoredWithAWarning() {
    assertThat(
            warnings(
                "top = 1\n"
                    + PLUGIN
                    + """
                    author = "me"
                    [capabilities]
                    fly = true
                    swim = 7
                    [provides]
                    sounds = 1
                    [subscribes]
                    events = []
                    [lifecycle]
                    mood = "good"
                    [[config]]
                    key = "k"
                    kind = "int"
                    max = 3
                    [extra.deep]
                    x = 1
                    """))
        .containsExactly(
            "manifest.toml:6: plugin.author: unknown and ignored",
            "manifest.toml:8: capabilities.fly: an unknown capability, which is not granted",
            "manifest.toml:9: capabilities.swim: an unknown capability, which is not granted",
            "manifest.toml:11: provides.sounds: unknown and ignored",
            "manifest.toml:13: subscribes.events: unknown and ignored",
            "manifest.toml:15: lifecycle.mood: unknown and ignored",
            "manifest.toml:19: config[0].max: unknown and ignored",
            "manifest.toml:1: top: unknown and ignored",
            "manifest.toml:20: extra: unknown and ignored");
  }

  @Test
  void anUnknownCapabilityIsNeverGranted() {
    assertThat(good(PLUGIN + "[capabilities]\nfly = true\n").capabilities())
        .isEqualTo(Capabilities.NONE);
  }

  @Test
  void aListOnACapabilityThatHasNoneIsAGrantWithAWarning() {
    String toml = PLUGIN + "[capabilities]\nread_sessions = [\"x\"]\n";
    assertThat(good(toml).capabilities().isGranted("read_sessions")).isTrue();
    assertThat(warnings(toml))
        .containsExactly(
            "manifest.toml:6: capabilities.read_sessions: a list says nothing here: it counts as"
                + " true, whatever is in it");
  }

  @Test
  void subscribingWithoutTheBusIsLegalWithAWarning() {
    assertThat(warnings(PLUGIN + "[subscribes]\nsnapshots = [\"a\"]\n"))
        .containsExactly(
            "manifest.toml:6: subscribes.snapshots: nothing is delivered, since event_bus is not"
                + " granted to it");
  }
}
