package io.polyplug.wire;

import io.polyplug.base.Deadline;
import io.polyplug.base.UntrustedText;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The one GET of a transport, up to the first byte of its body. Who calls it waits. */
final class EventStreamOpening {
  private static final String EVENTS = "text/event-stream";
  private static final int SHOWN = 100;

  /** How much of a refusal is read to be shown. */
  private static final int REFUSAL = 1 << 10;

  private EventStreamOpening() {}

  /** The caller shuts the client down if this throws, which also ends the request. */
  static InputStream open(HttpEndpoint endpoint, SameOriginClient client, Deadline deadline)
      throws IOException, InterruptedException {
    FutureTask<InputStream> opening = new FutureTask<>(() -> checked(client.get()));
    Thread.ofVirtual().name("polyplug-http-open").start(opening);
    try {
      return opening.get(deadline.left().toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException failure) {
      if (failure.getCause() instanceof IOException why) {
        throw failed(endpoint, HttpSentences.why(why, endpoint), why);
      }
      throw failed(endpoint, "the client failed with an error of its own", failure);
    } catch (TimeoutException late) {
      throw failed(endpoint, "the server did not answer in time", late);
    } finally {
      // Does nothing if it is done; otherwise nobody would close what it brings.
      opening.cancel(true);
    }
  }

  private static IOException failed(HttpEndpoint endpoint, String why, Exception cause) {
    return new IOException(
        "The event stream of " + endpoint.shown() + " cannot be opened: " + why + ".", cause);
  }

  private static InputStream checked(HttpAnswer answer) throws IOException {
    int status = answer.status();
    if (status < 200 || status > 299) {
      byte[] body;
      try (InputStream in = answer.body()) {
        body = in.readNBytes(REFUSAL);
      }
      throw new IOException(
          "HTTP " + status + " and " + HttpSentences.excerpt(body) + " came instead of events");
    }
    String type = answer.contentType();
    if (!type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT).equals(EVENTS)) {
      answer.body().close();
      throw new IOException(
          "HTTP "
              + status
              + " came with the content type \""
              + UntrustedText.excerpt(type, SHOWN)
              + "\" instead of "
              + EVENTS);
    }
    return answer.body();
  }
}
