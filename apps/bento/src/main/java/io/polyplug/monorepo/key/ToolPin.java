package io.polyplug.monorepo.key;

/**
 * Where the version of a dish's tool comes from.
 *
 * @param source {@code dish.toml}, {@code bento.toml}, {@code adapter} or {@code system PATH}
 * @param version {@code system} if nothing pins it
 */
public record ToolPin(String source, String tool, String version) {
  /** The pin of a tool that nothing pins. */
  public static ToolPin system(String tool) {
    return new ToolPin("system PATH", tool, "system");
  }

  /** Whether a user wrote it into a {@code [toolchain]} table. */
  public boolean isWritten() {
    return source.equals("dish.toml") || source.equals("bento.toml");
  }
}
