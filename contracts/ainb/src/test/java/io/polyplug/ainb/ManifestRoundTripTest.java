package io.polyplug.ainb;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.ainb.Manifest.Lifecycle;
import io.polyplug.ainb.Manifest.Provides;
import io.polyplug.ainb.Manifest.Setting;
import io.polyplug.ainb.Manifest.Size;
import io.polyplug.ainb.Manifest.Spawn;
import io.polyplug.ainb.Manifest.Subscribes;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.toml.TomlMapper;

/** What is written is what is read, grants in their form included (axis 1). */
class ManifestRoundTripTest {
  private static final List<String> TEXTS =
      List.of(
          "", "a", "b.c", "\"", "\\", "\\u0041", "\n\t\r", "\u007f\u0001\u001b", "ü😀", "'''", "#");

  private final Random random = new Random(42);

  private String text() {
    return TEXTS.get(random.nextInt(TEXTS.size())) + TEXTS.get(random.nextInt(TEXTS.size()));
  }

  private List<String> texts() {
    return Stream.generate(this::text).limit(random.nextInt(4)).toList();
  }

  private Manifest any() {
    Map<String, Grant> grants = new LinkedHashMap<>();
    for (String name : Capability.ALL) {
      switch (random.nextInt(3)) {
        case 0 -> grants.put(name, new Grant.Flag(random.nextBoolean()));
        case 1 -> grants.put(name, new Grant.Listed(texts()));
        default -> {}
      }
    }
    List<String> topics = texts();
    return new Manifest(
        "weather",
        "1.4.0-rc." + random.nextInt(9),
        text(),
        new Capabilities(grants),
        new Provides(
            texts(),
            texts(),
            texts(),
            texts(),
            random.nextBoolean()
                ? Optional.empty()
                : Optional.of(new Size(random.nextInt(65_536), random.nextInt(65_536)))),
        new Subscribes(topics, topics.stream().filter(_ -> random.nextBoolean()).toList()),
        new Lifecycle(
            random.nextBoolean() ? Spawn.LAZY : Spawn.EAGER,
            Duration.ofSeconds(random.nextLong(1L << 32))),
        Stream.generate(() -> new Setting("k" + text(), "enum", text(), text(), texts()))
            .limit(random.nextInt(3))
            .toList());
  }

  private static Manifest read(String toml) {
    return switch (ManifestReader.parse(toml, "weather")) {
      case ManifestReading.Good good -> good.manifest();
      case ManifestReading.Bad bad -> throw new AssertionError(bad.reason() + "\n" + toml);
    };
  }

  @Test
  void everyManifestIsReadAsItWasWritten() {
    for (int i = 0; i < 500; i++) {
      Manifest manifest = any();
      Manifest again = read(manifest.toToml());
      assertThat(again).isEqualTo(manifest);
      assertThat(again.toToml()).isEqualTo(manifest.toToml());
      assertThat(again.capabilities().grants().keySet())
          .containsExactlyElementsOf(manifest.capabilities().grants().keySet());
    }
  }

  @Test
  void theJsonHasTheTablesOfTheToml() {
    String toml =
        """
        [plugin]
        name = "weather"
        version = "1.4.0"
        abi_version = 2
        description = "d"
        [capabilities]
        event_bus = true
        network = ["api.example.com"]
        read_paths = []
        "secrets:read" = false
        [provides]
        screens = ["weather"]
        commands = []
        cli_namespaces = ["weather"]
        snapshots = ["weather.now"]
        preferred_min_size = [80, 24]
        [subscribes]
        snapshots = ["clock.tick"]
        latest_state = ["clock.tick"]
        [lifecycle]
        spawn = "lazy"
        idle_reap_secs = 120
        [[config]]
        key = "k"
        kind = "int"
        label = "K"
        default = "1"
        choices = []
        """;
    assertThat(JsonMapper.shared().readTree(read(toml).toJson().toString()))
        .isEqualTo(new TomlMapper().readTree(toml));
  }

  @Test
  void theJsonOfTheLeastManifestHasEveryTable() {
    Manifest manifest =
        read("[plugin]\nname = \"weather\"\nversion = \"1.4.0\"\nabi_version = 2\n");
    assertThat(manifest.toJson())
        .hasToString(
            "{\"plugin\":{\"name\":\"weather\",\"version\":\"1.4.0\",\"abi_version\":2,"
                + "\"description\":\"\"},\"capabilities\":{},\"provides\":{\"screens\":[],"
                + "\"commands\":[],\"cli_namespaces\":[],\"snapshots\":[]},\"subscribes\":"
                + "{\"snapshots\":[],\"latest_state\":[]},\"lifecycle\":{\"spawn\":\"lazy\","
                + "\"idle_reap_secs\":600},\"config\":[]}");
  }
}
