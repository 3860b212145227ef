package io.polyplug.monorepo.adapters;

import io.polyplug.monorepo.adapters.Language.Pin;
import io.polyplug.monorepo.adapters.LinePin.Form;
import java.util.ArrayList;
import java.util.List;

/** Where each built-in language finds its pin, in order (section 5.4). */
final class Pins {
  static final List<Pin> GO = of("go", new GoModPin(), ToolVersionsPin.of("golang", "go"));

  static final List<Pin> RUST =
      of(
          "rust",
          new TomlPin("rust-toolchain.toml", true, "toolchain", "channel"),
          new LinePin("rust-toolchain", true, Form.PLAIN),
          ToolVersionsPin.of("rust"));

  static final List<Pin> PYTHON =
      of(
          "python",
          new LinePin(".python-version", true, Form.PLAIN),
          new TomlPin("pyproject.toml", false, "project", "requires-python"),
          ToolVersionsPin.of("python"));

  static final List<Pin> RUBY =
      of(
          "ruby",
          new LinePin(".ruby-version", true, Form.RUBY),
          new GemfilePin(),
          ToolVersionsPin.of("ruby"));

  static final List<Pin> PHP =
      of(
          "php",
          new LinePin(".php-version", false, Form.PLAIN),
          new JsonPin(List.of("composer.json"), List.of("require", "php")),
          ToolVersionsPin.of("php"));

  static final List<Pin> MAVEN =
      of(
          "java",
          new LinePin(".java-version", false, Form.PLAIN),
          PropertyPin.of(".sdkmanrc", "java"),
          new PomPin(),
          ToolVersionsPin.of("java"));

  static final List<Pin> GRADLE =
      of(
          "java",
          new LinePin(".java-version", false, Form.PLAIN),
          PropertyPin.of(".sdkmanrc", "java"),
          new TomlPin("gradle/libs.versions.toml", false, "versions", "java"),
          PropertyPin.of("gradle.properties", "java.toolchain.languageVersion", "java.version"),
          new GradleScriptPin("build.gradle.kts"),
          new GradleScriptPin("build.gradle"),
          ToolVersionsPin.of("java"));

  static final List<Pin> DENO =
      of(
          "deno",
          new LinePin(".deno-version", false, Form.WITHOUT_V),
          new JsonPin(List.of("deno.json", "deno.jsonc"), List.of("deno")),
          ToolVersionsPin.of("deno"));

  static final List<Pin> NODE =
      of(
          "node",
          new LinePin(".nvmrc", true, Form.NODE),
          new LinePin(".node-version", true, Form.NODE),
          ToolVersionsPin.of("nodejs", "node"),
          new PackageJsonPin());

  static final List<Pin> BUN = bun();

  private Pins() {}

  private static List<Pin> of(String tool, PinSource... sources) {
    List<Pin> pins = new ArrayList<>(sources.length);
    for (PinSource source : sources) {
      pins.add(new Pin(tool, source));
    }
    return List.copyOf(pins);
  }

  /** Bun's own sources, then those of Node, which it stands in for. */
  private static List<Pin> bun() {
    List<Pin> own =
        of("bun", new LinePin(".bun-version", false, Form.PLAIN), ToolVersionsPin.of("bun"));
    List<Pin> pins = new ArrayList<>(own);
    pins.addAll(NODE);
    return List.copyOf(pins);
  }
}
