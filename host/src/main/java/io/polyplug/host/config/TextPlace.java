package io.polyplug.host.config;

/**
 * A place in a text.
 *
 * @param line counted from one; zero if the place is not known
 * @param column counted from one, in characters; zero if it is not known
 */
public record TextPlace(int line, int column) {
  /** No place that is known. */
  public static final TextPlace NONE = new TextPlace(0, 0);
}
