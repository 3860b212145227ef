package io.polyplug.ainb.protocol;

/** The styles in the {@code modifier} of a cell (6.1). Other bits mean nothing. */
public enum Modifier {
  BOLD(0x01),
  DIM(0x02),
  ITALIC(0x04),
  UNDERLINED(0x08),
  /** Written as 0x10; 0x40 is what the library that the field is named after has for it. */
  REVERSED(0x10 | 0x40),
  HIDDEN(0x80),
  CROSSED_OUT(0x100);

  private final int mask;

  Modifier(int mask) {
    this.mask = mask;
  }

  /** Whether a cell's bits ask for this style. */
  public boolean in(int bits) {
    return (bits & mask) != 0;
  }

  /** The bit that a writer sets. */
  public int bit() {
    return Integer.lowestOneBit(mask);
  }
}
