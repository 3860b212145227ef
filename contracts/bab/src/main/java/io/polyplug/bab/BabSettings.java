package io.polyplug.bab;

import io.polyplug.base.UntrustedText;
import java.time.Duration;
import java.util.Map;

/**
 * What the environment of the host's process, and nothing else, says about all runs (section 11).
 *
 * @param timeout how long a run has if nobody says otherwise
 * @param concurrent how many processes of one plugin may run at once
 */
record BabSettings(Duration timeout, int concurrent) {
  static final String TIMEOUT = "BAB_CLI_TIMEOUT_MS";
  static final String CONCURRENT = "BAB_MAX_CONCURRENT_PROCESSES";

  private static final int DEFAULT_TIMEOUT_MS = 300_000;
  private static final int DEFAULT_CONCURRENT = 5;

  /** Throws if one of the variables is not a number. */
  static BabSettings of(Map<String, String> environment) throws PluginFiles.Unusable {
    return new BabSettings(
        Duration.ofMillis(number(environment, TIMEOUT, DEFAULT_TIMEOUT_MS)),
        number(environment, CONCURRENT, DEFAULT_CONCURRENT));
  }

  private static int number(Map<String, String> environment, String name, int otherwise)
      throws PluginFiles.Unusable {
    String text = environment.getOrDefault(name, "");
    if (text.isEmpty()) {
      return otherwise;
    }
    if (!text.chars().allMatch(c -> c >= '0' && c <= '9')) {
      throw new PluginFiles.Unusable(
          "The environment variable "
              + name
              + " must be a whole number, found \""
              + UntrustedText.excerpt(text, 80)
              + "\"; correct or unset it.");
    }
    String digits = text.replaceFirst("^0+", "");
    if (digits.isEmpty()) {
      return otherwise;
    }
    return digits.length() > 9 ? 999_999_999 : Integer.parseInt(digits);
  }
}
