package io.polyplug.wire;

import java.io.InputStream;
import java.net.http.HttpResponse;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a request up to its body, which is the receiver's to close: read to its end it
 * leaves its connection to the next request, closed before that it takes the connection with it.
 *
 * @param location where a redirect points
 * @param contentType empty if it says none
 */
record HttpAnswer(int status, @Nullable String location, String contentType, InputStream body) {
  static HttpAnswer of(HttpResponse<InputStream> response) {
    return new HttpAnswer(
        response.statusCode(),
        response.headers().firstValue("Location").orElse(null),
        response.headers().firstValue("Content-Type").orElse(""),
        response.body());
  }
}
