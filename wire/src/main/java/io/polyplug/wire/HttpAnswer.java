package io.polyplug.wire;

import java.io.InputStream;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a request up to its body, which is the receiver's to close: read to its end it
 * leaves its connection to the next request, closed before that it takes the connection with it.
 *
 * @param location where a redirect points
 * @param contentType empty if it says none
 * @param headers all of them, where they are kept
 */
public record HttpAnswer(
    int status,
    @Nullable String location,
    String contentType,
    HttpHeaders headers,
    InputStream body) {
  static final HttpHeaders NO_HEADERS = HttpHeaders.of(Map.of(), (name, value) -> true);

  static HttpAnswer of(HttpResponse<InputStream> response) {
    return new HttpAnswer(
        response.statusCode(),
        response.headers().firstValue("Location").orElse(null),
        response.headers().firstValue("Content-Type").orElse(""),
        response.headers(),
        response.body());
  }
}
