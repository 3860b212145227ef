package io.polyplug.ainb;

import io.polyplug.wire.Json;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A {@code manifest.toml} that is valid (section 2). */
public record Manifest(
    String name,
    String version,
    String description,
    Capabilities capabilities,
    Provides provides,
    Subscribes subscribes,
    Lifecycle lifecycle,
    List<Setting> config) {
  /** What the file is called everywhere. */
  public static final String FILE_NAME = "manifest.toml";

  public Manifest {
    config = List.copyOf(config);
  }

  /** The same as a {@code manifest.toml}: reading it gives an equal manifest. */
  public String toToml() {
    return ManifestToml.write(this);
  }

  /** The same with TOML's tables as objects, as a plugin repeats it when it is asked (5.1). */
  public Json toJson() {
    return ManifestJson.write(this);
  }

  /** What the plugin offers. */
  public record Provides(
      List<String> screens,
      List<String> commands,
      List<String> cliNamespaces,
      List<String> snapshots,
      Optional<Size> preferredMinSize) {
    public Provides {
      screens = List.copyOf(screens);
      commands = List.copyOf(commands);
      cliNamespaces = List.copyOf(cliNamespaces);
      snapshots = List.copyOf(snapshots);
    }
  }

  /** Columns and rows. */
  public record Size(int width, int height) {}

  /**
   * What the plugin hears without asking.
   *
   * @param latestState those of the topics that are no reason to keep it running
   */
  public record Subscribes(List<String> snapshots, List<String> latestState) {
    public Subscribes {
      snapshots = List.copyOf(snapshots);
      latestState = List.copyOf(latestState);
    }
  }

  /** When a plugin is started. */
  public enum Spawn {
    LAZY("lazy"),
    EAGER("eager");

    private final String word;

    Spawn(String word) {
      this.word = word;
    }

    /** As the manifest has it. */
    public String word() {
      return word;
    }
  }

  /**
   * How it is kept.
   *
   * @param idleReap whole seconds; zero is never
   */
  public record Lifecycle(Spawn spawn, Duration idleReap) {
    /** What holds without a word of the manifest. */
    public static final Lifecycle DEFAULT = new Lifecycle(Spawn.LAZY, Duration.ofMinutes(10));
  }

  /**
   * One setting that the plugin wants to be asked for.
   *
   * @param kind path, string, bool, enum or int
   */
  public record Setting(
      String key, String kind, String label, String defaultValue, List<String> choices) {
    public Setting {
      choices = List.copyOf(choices);
    }
  }
}
