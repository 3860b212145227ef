package io.polyplug.host.config;

import java.nio.file.Path;

/** Something wrong in a configuration file: where it is, and what was expected there. */
public final class ConfigMistake extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient Path file;
  private final int line;
  private final String key;
  private final String problem;

  /**
   * @param line counted from one; zero if the mistake is the file itself
   * @param key the full path of the key; empty if no key is concerned
   */
  public ConfigMistake(Path file, int line, String key, String problem) {
    super(file + (line > 0 ? ":" + line : "") + ": " + (key.isEmpty() ? "" : key + ": ") + problem);
    this.file = file;
    this.line = line;
    this.key = key;
    this.problem = problem;
  }

  public Path file() {
    return file;
  }

  public int line() {
    return line;
  }

  public String key() {
    return key;
  }

  /** What is wrong there, without the place. */
  public String problem() {
    return problem;
  }
}
