package io.polyplug.workbench.api;

/** Numbers in the query of a request. Pure functions. */
final class Numbers {
  private Numbers() {}

  /** A whole number from 1 to the most; the usual one if there is none. */
  static int parameter(ApiCall call, String name, int usual, int most) throws ApiProblem {
    String text = call.parameter(name).orElse("");
    if (text.isEmpty()) {
      return usual;
    }
    try {
      int value = Integer.parseInt(text);
      if (value >= 1 && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Said below, as for one that is too large.
    }
    throw new ApiProblem(400, "invalid_parameter", name + ": expected a number from 1 to " + most);
  }
}
