package io.polyplug.workbench.api;

import io.polyplug.wire.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The events of an answer, in order. Of one thread; closing it makes the browser vanish. */
final class SentEvents implements AutoCloseable {
  /** One event. */
  record Event(String kind, Json data) {}

  private final BufferedReader lines;

  SentEvents(InputStream in) {
    lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
  }

  /** The next one; empty at the end. */
  Optional<Event> next() throws IOException {
    String kind = "";
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith("event: ")) {
        kind = line.substring("event: ".length());
      } else if (line.startsWith("data: ")) {
        return Optional.of(new Event(kind, Json.parse(line.substring("data: ".length()))));
      }
    }
    return Optional.empty();
  }

  /** The next one of this kind; those before are passed over. */
  Event next(String kind) throws IOException {
    for (Optional<Event> event = next(); event.isPresent(); event = next()) {
      if (event.get().kind().equals(kind)) {
        return event.get();
      }
    }
    throw new AssertionError("the answer ended without an event of the kind " + kind);
  }

  /** The data of the next one of this kind, as text. */
  String await(String kind) throws IOException {
    return next(kind).data().toString();
  }

  List<Event> rest() throws IOException {
    List<Event> all = new ArrayList<>();
    for (Optional<Event> event = next(); event.isPresent(); event = next()) {
      all.add(event.get());
    }
    return all;
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
