package io.polyplug.sdk.internal;

import io.polyplug.wire.Json;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** Numbers of JSON, however they are written: {@code 1e2} and {@code 100.0} are whole, too. */
final class Numbers {
  /** Beyond this many digits or powers of ten nobody means a number. */
  private static final int LONGEST = 1_000;

  private static final int PLAIN_LONG = 18;

  private Numbers() {}

  static boolean isWhole(Json number) {
    return isPlain(number) || whole(number) != null;
  }

  /** Whether it is digits alone, which most are. */
  private static boolean isPlain(Json number) {
    String text = number.toString();
    for (int i = text.charAt(0) == '-' ? 1 : 0; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }

  /** As a long; null if it is no whole number or does not fit. */
  static @Nullable Long toLong(Json number) {
    if (isPlain(number) && number.length() <= PLAIN_LONG) {
      return Long.valueOf(number.toString());
    }
    BigInteger whole = whole(number);
    return whole != null && whole.bitLength() < Long.SIZE ? (Long) whole.longValue() : null;
  }

  /** As a whole number; null if it is none, or is absurdly long. */
  static @Nullable BigInteger whole(Json number) {
    BigDecimal value = decimal(number);
    if (value == null || value.stripTrailingZeros().scale() > 0) {
      return null;
    }
    return value.toBigInteger();
  }

  /** As a number; null if it is absurdly long. */
  static @Nullable BigDecimal decimal(Json number) {
    if (number.length() > LONGEST) {
      return null;
    }
    BigDecimal value = new BigDecimal(number.toString());
    return Math.abs((long) value.scale()) > LONGEST ? null : value;
  }
}
