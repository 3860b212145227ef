package io.polyplug.workbench.api;

import io.polyplug.base.UntrustedText;
import java.util.Optional;

/** Reads parameters of the query, and says what is wrong with them. */
final class Parameters {
  private Parameters() {}

  /** A whole number between two others, or what is usual if there is none. */
  static int number(ApiCall call, String name, int usual, int least, int most) throws ApiProblem {
    return Math.toIntExact(wide(call, name, usual, least, most));
  }

  /** The same, of 64 bits. */
  static long wide(ApiCall call, String name, long usual, long least, long most) throws ApiProblem {
    Optional<String> text = call.parameter(name).filter(it -> !it.isEmpty());
    if (text.isEmpty()) {
      return usual;
    }
    try {
      long value = Long.parseLong(text.get());
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new ApiProblem(
        400,
        "invalid_parameter",
        "%s: expected a number from %d to %d, found %s"
            .formatted(name, least, most, UntrustedText.excerpt(text.get(), 40)));
  }
}
