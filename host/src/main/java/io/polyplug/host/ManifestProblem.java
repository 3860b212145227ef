package io.polyplug.host;

/**
 * Something that is wrong or strange in a manifest.
 *
 * @param severity how bad it is
 * @param line counted from one; zero if it is the file as a whole, or not known
 * @param column counted from one; zero if it is not known
 * @param key the path of the key, such as {@code tools[1].name}; empty if no key is concerned
 * @param message what, safe to show
 */
public record ManifestProblem(Severity severity, int line, int column, String key, String message) {
  /** How bad a problem is. */
  public enum Severity {
    /** The plugin could not be used. */
    ERROR,
    /** It could, but not all of it does what it seems to. */
    WARNING
  }

  public static ManifestProblem error(int line, int column, String key, String message) {
    return new ManifestProblem(Severity.ERROR, line, column, key, message);
  }

  public static ManifestProblem warning(int line, int column, String key, String message) {
    return new ManifestProblem(Severity.WARNING, line, column, key, message);
  }
}
