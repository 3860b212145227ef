package io.polyplug.cli.scaffold;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a plugin can be begun in, and which files that makes. */
public enum Language {
  JAVA("Java"),
  PYTHON("Python"),
  JAVASCRIPT("JavaScript"),
  TYPESCRIPT("TypeScript"),
  /** Without an SDK: the one contract that it can speak is written out in its program. */
  SHELL("shell");

  /**
   * A file that is made of a template.
   *
   * @param target where it goes in the plugin's folder; a template, too
   */
  record Part(String template, String target, boolean executable) {
    static Part text(String name) {
      return new Part(name, name, false);
    }

    static Part program(String name) {
      return new Part(name, name, true);
    }
  }

  private final String title;

  Language(String title) {
    this.title = title;
  }

  /** As it is typed. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** As it is read. */
  public String title() {
    return title;
  }

  /** Its own files, without those that every language has. */
  List<Part> parts() {
    return switch (this) {
      case JAVA ->
          List.of(
              new Part("plugin.txt", "src/{{class}}.java", false),
              new Part("test.txt", "test/{{class}}Test.java", false),
              Part.program("build.sh"));
      case PYTHON -> List.of(Part.text("plugin.py"), Part.text("test_plugin.py"));
      case JAVASCRIPT -> List.of(Part.text("plugin.mjs"), Part.text("plugin.test.mjs"));
      case TYPESCRIPT ->
          List.of(
              Part.text("plugin.mts"), Part.text("plugin.test.mts"), Part.text("tsconfig.json"));
      case SHELL ->
          List.of(
              Part.program("plugin.sh"), Part.program("test.sh"), Part.text("rterm-plugin.json"));
    };
  }

  /** The files of its SDK; none if it has none. */
  List<String> sdk() {
    return switch (this) {
      case JAVA -> List.of("polyplug-sdk-all.jar");
      case PYTHON -> List.of("polyplug_sdk.py");
      case JAVASCRIPT, TYPESCRIPT -> List.of("polyplug-sdk.mjs", "polyplug-sdk.d.mts");
      case SHELL -> List.of();
    };
  }

  /** The program, relative to the plugin's folder. */
  String program() {
    return switch (this) {
      case JAVA -> "./run";
      case PYTHON -> "plugin.py";
      case JAVASCRIPT -> "plugin.mjs";
      case TYPESCRIPT -> "plugin.mts";
      case SHELL -> "./plugin.sh";
    };
  }

  /** The language of this word. */
  public static Optional<Language> of(String word) {
    return Arrays.stream(values()).filter(it -> it.word().equals(word)).findFirst();
  }

  /** All words, as a sentence lists them. */
  public static String words() {
    return String.join(", ", Arrays.stream(values()).map(Language::word).toList());
  }
}
