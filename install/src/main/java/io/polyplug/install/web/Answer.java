package io.polyplug.install.web;

import java.net.URI;
import java.util.List;
import java.util.Map;

/**
 * What a server said in the end.
 *
 * @param address who said it, after all redirects
 * @param headers by name in lower case
 * @param whole whether all of the body was within the bound
 */
public record Answer(URI address, int status, Map<String, List<String>> headers, boolean whole) {
  /** Whether it is what was asked for. */
  public boolean ok() {
    return status / 100 == 2;
  }

  /** All values of a header, in order. */
  public List<String> header(String lowerCaseName) {
    return headers.getOrDefault(lowerCaseName, List.of());
  }
}
