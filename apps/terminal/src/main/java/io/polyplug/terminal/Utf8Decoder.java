package io.polyplug.terminal;

/** Puts the bytes of one character together; what is no UTF-8 is forgotten. One thread. */
final class Utf8Decoder {
  /** More bytes belong to the character. */
  static final int MORE = -1;

  /** The bytes are no character. */
  static final int NONE = -2;

  private int missing;
  private int codePoint;
  private int least;

  boolean isOpen() {
    return missing > 0;
  }

  void forget() {
    missing = 0;
  }

  /** Takes the first byte of a character. */
  int first(int octet) {
    if (octet < 0x80) {
      return octet;
    }
    missing = octet >= 0xF0 ? 3 : octet >= 0xE0 ? 2 : 1;
    if (octet < 0xC2 || octet > 0xF4) {
      missing = 0;
      return NONE;
    }
    codePoint = octet & (0x3F >> missing);
    least = missing == 3 ? 0x10000 : missing == 2 ? 0x800 : 0x80;
    return MORE;
  }

  /** Takes a byte that continues a character. */
  int next(int octet) {
    codePoint = codePoint << 6 | (octet & 0x3F);
    missing--;
    if (missing > 0) {
      return MORE;
    }
    boolean scalar =
        codePoint >= least && codePoint <= 0x10FFFF && (codePoint < 0xD800 || codePoint > 0xDFFF);
    return scalar ? codePoint : NONE;
  }

  static boolean continues(int octet) {
    return (octet & 0xC0) == 0x80;
  }
}
