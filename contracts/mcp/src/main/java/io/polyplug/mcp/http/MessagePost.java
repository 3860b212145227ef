package io.polyplug.mcp.http;

import io.polyplug.wire.FrameBytes;
import io.polyplug.wire.FramingException;
import io.polyplug.wire.HttpAnswer;
import io.polyplug.wire.HttpSentences;
import io.polyplug.wire.Json;
import io.polyplug.wire.OutboundFrame;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One message on its way to the server and what comes back for it, on a virtual thread of its own.
 * {@link #stop} ends it from any thread.
 */
final class MessagePost implements Runnable {
  private static final int NOT_FOUND = 404;

  /** How often one connects again in vain for the rest of a stream. */
  private static final int MOST_VAIN = 5;

  /** How long a server may take to end a stream after the reply that ends it. */
  private static final Duration LINGER = Duration.ofSeconds(1);

  private final OutboundFrame frame;
  private final StreamableHttp home;
  private final Endpoint endpoint;
  private @Nullable Thread asking;
  private @Nullable InputStream open;
  private boolean stopped;

  MessagePost(OutboundFrame frame, StreamableHttp home, Endpoint endpoint) {
    this.frame = frame;
    this.home = home;
    this.endpoint = endpoint;
  }

  /** Nobody waits for what is still to come. For a modern server that is to cancel it. */
  synchronized void stop() {
    stopped = true;
    if (asking != null) {
      asking.interrupt();
    }
    if (open != null) {
      close(open);
    }
  }

  private static void close(InputStream body) {
    try {
      body.close();
    } catch (IOException alreadyGone) {
      // Nothing more is read either way.
    }
  }

  @Override
  public void run() {
    FrameBytes body = frame.bytes();
    OutgoingMessage message = OutgoingMessage.read(body);
    if (message.isCancel() && endpoint.speech().modern()) {
      // The end of its stream has told the server already.
      frame.written();
      return;
    }
    frame.onAbandoned(this::stop);
    try {
      begin();
      String session = endpoint.session();
      HttpAnswer answer = endpoint.post(message, body);
      if (Endpoint.isEvents(answer)) {
        stream(answer, message);
      } else {
        whole(answer, message, session);
      }
    } catch (InterruptedException | InterruptedIOException | ClosedByInterruptException gone) {
      failed("nobody waits for its answer any more", 0);
    } catch (IOException failure) {
      failed(HttpSentences.why(failure, endpoint.address()), 0);
    } catch (FramingException broken) {
      failed(String.valueOf(broken.getMessage()).replaceFirst("\\.$", ""), 0);
    } catch (RuntimeException fault) {
      // A fault of this end, but whoever waits must hear of it.
      failed("the client failed with " + fault.getClass().getSimpleName(), 0);
    } finally {
      end();
    }
  }

  private synchronized void begin() throws InterruptedException {
    if (stopped) {
      throw new InterruptedException("stopped before it began");
    }
    asking = Thread.currentThread();
  }

  private synchronized void end() {
    asking = null;
    open = null;
    // A stop that came too late must not reach whoever uses the thread next.
    Thread.interrupted();
  }

  private synchronized InputStream opened(InputStream body) throws InterruptedException {
    open = body;
    if (stopped) {
      close(body);
      throw new InterruptedException("stopped before it was read");
    }
    return body;
  }

  private void whole(HttpAnswer answer, OutgoingMessage message, @Nullable String session)
      throws IOException, InterruptedException {
    byte[] body;
    try (InputStream in = opened(answer.body())) {
      body = home.bodies().read(in);
    }
    end();
    int status = answer.status();
    if (session != null && status == NOT_FOUND) {
      endpoint.forgotten(session);
      failed("the server does not know the session any more", status);
      return;
    }
    Json reply = body.length == 0 ? null : EventReading.parsed(body);
    boolean owed = frame.expectsAnswer();
    if (Endpoint.isSuccess(answer) && (!owed || reply != null)) {
      if (reply == null) {
        frame.written();
      } else {
        reading(message).message(body);
        frame.answered(() -> sentence(status, body));
      }
      return;
    }
    endpoint.refusedWith(status);
    Optional<Json> error = reply == null || !owed ? Optional.empty() : message.errorFrom(reply);
    if (error.isPresent()) {
      home.frame(error.get().toByteArray());
      frame.answered(() -> sentence(status, body));
    } else {
      frame.failed(sentence(status, body));
    }
  }

  private EventReading reading(OutgoingMessage message) {
    return new EventReading(
        endpoint.address().maxEvent(),
        endpoint.speech().mayBatch(),
        home::frame,
        message::isAnsweredBy);
  }

  private void stream(HttpAnswer first, OutgoingMessage message)
      throws IOException, InterruptedException, FramingException {
    EventReading reading = reading(message);
    read(reading, first);
    int vain = 0;
    while (!reading.isAnswered() && mayGoOn(reading) && vain < MOST_VAIN) {
      long before = reading.events();
      home.pause(reading.retry());
      try {
        HttpAnswer next = endpoint.get(reading.lastEvent());
        if (Endpoint.isEvents(next)) {
          read(reading, next);
        } else {
          close(next.body());
          break;
        }
      } catch (InterruptedIOException stop) {
        throw stop;
      } catch (IOException lost) {
        // Counted below: one goes on where it ended.
      }
      vain = reading.events() > before ? 0 : vain + 1;
    }
    if (!reading.isAnswered()) {
      endpoint.refusedWith(0);
      frame.failed(
          "The stream of " + endpoint.address().shown() + " ended before it brought the reply.");
    }
  }

  /** A broken connection to a legacy server is only a pause, if it named its events. */
  private boolean mayGoOn(EventReading reading) {
    return frame.expectsAnswer()
        && !endpoint.speech().modern()
        && reading.lastEvent() != null
        && !home.isClosed();
  }

  private void read(EventReading reading, HttpAnswer answer)
      throws IOException, InterruptedException, FramingException {
    InputStream body = opened(answer.body());
    try {
      reading.read(body);
    } catch (InterruptedIOException stop) {
      throw stop;
    } catch (IOException lost) {
      if (!mayGoOn(reading) && !reading.isAnswered()) {
        throw lost;
      }
    }
    if (reading.isAnswered()) {
      end();
      frame.answered(() -> "The reply was no reply.");
      drain(body);
    } else {
      close(body);
    }
  }

  /** A stream that is read to its end leaves its connection to the next request. */
  private void drain(InputStream body) {
    var timer = home.clock().pause(LINGER, () -> Thread.ofVirtual().start(() -> close(body)));
    try (body) {
      byte[] rest = new byte[1024];
      while (body.read(rest) >= 0) {
        // What follows a reply belongs to nobody.
      }
    } catch (IOException gone) {
      // So is its connection.
    } finally {
      timer.cancel();
    }
  }

  private void failed(String why, int status) {
    endpoint.refusedWith(status);
    if (!home.isClosed()) {
      frame.failed("The POST to " + endpoint.address().shown() + " failed: " + why + ".");
    }
  }

  private String sentence(int status, byte[] body) {
    return "The POST to "
        + endpoint.address().shown()
        + " was answered with HTTP "
        + status
        + " and "
        + HttpSentences.excerpt(body)
        + " where a JSON-RPC reply is expected.";
  }
}
