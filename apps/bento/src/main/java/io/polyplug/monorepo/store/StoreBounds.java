package io.polyplug.monorepo.store;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/** The bounds of {@code cache prune} as people write them (section 6.12). Pure functions. */
public final class StoreBounds {
  private static final int LONGEST_NUMBER = 15;

  private StoreBounds() {}

  /** Bytes of {@code 500}, {@code 64K}, {@code 5GB}, {@code 5 GiB}; units are binary. */
  public static OptionalLong bytes(String text) {
    String trimmed = text.strip();
    int digits = digits(trimmed);
    int shift =
        switch (trimmed.substring(digits).strip().toLowerCase(Locale.ROOT)) {
          case "", "b" -> 0;
          case "k", "kb", "kib" -> 10;
          case "m", "mb", "mib" -> 20;
          case "g", "gb", "gib" -> 30;
          case "t", "tb", "tib" -> 40;
          default -> -1;
        };
    if (digits == 0 || digits > LONGEST_NUMBER || shift < 0) {
      return OptionalLong.empty();
    }
    long number = Long.parseLong(trimmed.substring(0, digits));
    return number > Long.MAX_VALUE >> shift
        ? OptionalLong.empty()
        : OptionalLong.of(number << shift);
  }

  /** The age of {@code 90s}, {@code 15m}, {@code 12h}, {@code 7d}, {@code 2w}. */
  public static Optional<Duration> age(String text) {
    String trimmed = text.strip();
    int digits = digits(trimmed);
    long seconds =
        switch (trimmed.substring(digits).strip()) {
          case "s" -> 1;
          case "m" -> 60;
          case "h" -> 3_600;
          case "d" -> 86_400;
          case "w" -> 604_800;
          default -> 0;
        };
    if (digits == 0 || digits > 9 || seconds == 0) {
      return Optional.empty();
    }
    return Optional.of(Duration.ofSeconds(Long.parseLong(trimmed.substring(0, digits)) * seconds));
  }

  private static int digits(String text) {
    int i = 0;
    while (i < text.length() && text.charAt(i) >= '0' && text.charAt(i) <= '9') {
      i++;
    }
    return i;
  }
}
