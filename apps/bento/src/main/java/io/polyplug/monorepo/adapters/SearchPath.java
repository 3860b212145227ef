package io.polyplug.monorepo.adapters;

import io.polyplug.process.Environment;
import java.nio.file.Path;

/** The value of {@code PATH}. */
public final class SearchPath {
  private SearchPath() {}

  /** With this folder before all others of an environment. */
  public static String first(Path folder, Environment environment) {
    String path = environment.variables().getOrDefault("PATH", "");
    return path.isEmpty() ? folder.toString() : folder + ":" + path;
  }
}
