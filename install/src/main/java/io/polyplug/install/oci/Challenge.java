package io.polyplug.install.oci;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a registry asks for in {@code WWW-Authenticate}: the parameters of its Bearer challenge. */
record Challenge(Map<String, String> parameters) {
  private static final int MAX_LENGTH = 8 * 1024;
  private static final Pattern BEARER =
      Pattern.compile("(?:^|,)\\s*Bearer\\s+", Pattern.CASE_INSENSITIVE);
  private static final Pattern PARAMETER =
      Pattern.compile(
          "\\G\\s*([A-Za-z0-9_-]{1,64})\\s*=\\s*(?:\"((?:[^\"\\\\]++|\\\\.)*+)\"|([^\\s,\"]+))\\s*(?:,|$)");

  /** The first Bearer challenge among the headers. */
  static Optional<Challenge> bearer(List<String> headers) {
    for (String header : headers) {
      if (header.length() > MAX_LENGTH) {
        continue;
      }
      Matcher scheme = BEARER.matcher(header);
      if (scheme.find()) {
        return Optional.of(new Challenge(parameters(header, scheme.end())));
      }
    }
    return Optional.empty();
  }

  private static Map<String, String> parameters(String header, int from) {
    Map<String, String> all = new HashMap<>();
    Matcher parameter = PARAMETER.matcher(header).region(from, header.length());
    while (parameter.find()) {
      String quoted = parameter.group(2);
      all.putIfAbsent(
          parameter.group(1).toLowerCase(Locale.ROOT),
          quoted == null ? parameter.group(3) : quoted.replaceAll("\\\\(.)", "$1"));
    }
    return all;
  }

  Optional<String> parameter(String name) {
    return Optional.ofNullable(parameters.get(name)).filter(value -> !value.isBlank());
  }
}
