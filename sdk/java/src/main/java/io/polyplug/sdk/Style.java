package io.polyplug.sdk;

import io.polyplug.ainb.protocol.Color;
import io.polyplug.ainb.protocol.Modifier;
import org.jspecify.annotations.Nullable;

/**
 * How cells look. Immutable; each method gives another one.
 *
 * @param foreground null for the terminal's own colour
 * @param background null for the terminal's own colour
 * @param modifier the bits of the contract
 */
public record Style(@Nullable Color foreground, @Nullable Color background, int modifier) {
  /** As the terminal has it. */
  public static final Style PLAIN = new Style(null, null, 0);

  /** On this colour, as 24 bits, red first. */
  public Style on(int rgb) {
    return new Style(foreground, Color.of(rgb), modifier);
  }

  /** With this colour of the text, as 24 bits, red first. */
  public Style color(int rgb) {
    return new Style(Color.of(rgb), background, modifier);
  }

  /** Bold, too. */
  public Style bold() {
    return with(Modifier.BOLD);
  }

  /** Dim, too. */
  public Style dim() {
    return with(Modifier.DIM);
  }

  /** Italic, too. */
  public Style italic() {
    return with(Modifier.ITALIC);
  }

  /** Underlined, too. */
  public Style underlined() {
    return with(Modifier.UNDERLINED);
  }

  /** With the colours exchanged, too. */
  public Style reversed() {
    return with(Modifier.REVERSED);
  }

  private Style with(Modifier also) {
    return new Style(foreground, background, modifier | also.bit());
  }
}
