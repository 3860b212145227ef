package io.polyplug.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.polyplug.wire.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpResponse;
import org.jspecify.annotations.Nullable;

/** Reads an answer that is a stream of events. */
final class HttpEvents implements AutoCloseable {
  private static final String DATA = "data: ";

  private final BufferedReader lines;

  HttpEvents(HttpResponse<InputStream> answer) {
    if (!answer.headers().firstValue("Content-Type").orElse("").equals("text/event-stream")) {
      throw new AssertionError("no stream but " + answer + " " + answer.headers());
    }
    lines = new BufferedReader(new InputStreamReader(answer.body(), UTF_8));
  }

  /** The next message; null at the end. */
  @Nullable Json next() throws IOException {
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith(DATA)) {
        return Json.parse(line.substring(DATA.length()));
      }
    }
    return null;
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
