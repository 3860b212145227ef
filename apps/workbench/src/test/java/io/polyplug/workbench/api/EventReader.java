package io.polyplug.workbench.api;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Reads an event stream as it comes. Used by one thread; closing it makes the browser vanish. */
final class EventReader implements AutoCloseable {
  /** One event: its kind and its data. */
  record Event(String kind, String data) {}

  private final BufferedReader lines;

  EventReader(InputStream body) {
    lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
  }

  /** The next event; empty when the stream has ended. */
  Optional<Event> next() throws IOException {
    String kind = "";
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith("event: ")) {
        kind = line.substring("event: ".length());
      } else if (line.startsWith("data: ")) {
        return Optional.of(new Event(kind, line.substring("data: ".length())));
      }
    }
    return Optional.empty();
  }

  /** The next event of a kind; others are passed over. */
  String await(String kind) throws IOException {
    for (Optional<Event> next = next(); next.isPresent(); next = next()) {
      if (next.get().kind().equals(kind)) {
        return next.get().data();
      }
    }
    throw new AssertionError("the stream ended without " + kind);
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
