package io.polyplug.wire;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.ClosedByInterruptException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One POST, from its frame to what became of it, on a virtual thread of its own. {@link #stop} ends
 * it from any thread as long as the answer has not come whole, and does nothing after that.
 */
final class HttpPost {
  /** What a POST needs from its transport. */
  interface Home {
    HttpEndpoint endpoint();

    SameOriginClient client();

    ReplyBodies bodies();

    boolean isClosed();

    void frame(byte[] body);
  }

  private final OutboundFrame frame;
  private final Home home;
  private @Nullable Thread asking;
  private boolean stopped;

  HttpPost(OutboundFrame frame, Home home) {
    this.frame = frame;
    this.home = home;
  }

  void start(Consumer<HttpPost> whenOver) {
    Thread.ofVirtual()
        .name("polyplug-http-post")
        .start(
            () -> {
              try {
                frame.onAbandoned(this::stop);
                run();
              } finally {
                whenOver.accept(this);
              }
            });
  }

  synchronized void stop() {
    stopped = true;
    if (asking != null) {
      asking.interrupt();
    }
  }

  private void run() {
    HttpEndpoint endpoint = home.endpoint();
    int size = frame.bytes().length();
    if (size > endpoint.maxOutbound()) {
      frame.failed(
          "A message of "
              + size
              + " bytes is larger than the "
              + endpoint.maxOutbound()
              + " that may be sent.");
      return;
    }
    try {
      FrameBytes body = frame.bytes();
      begin();
      int status;
      byte[] answer;
      try {
        HttpAnswer response = home.client().post(body);
        status = response.status();
        try (InputStream in = response.body()) {
          answer = home.bodies().read(in);
        }
      } finally {
        end();
      }
      if (!home.isClosed()) {
        settle(status, answer);
      }
    } catch (InterruptedException | ClosedByInterruptException gone) {
      fail("nobody waits for its answer any more");
    } catch (IOException failure) {
      fail(HttpSentences.why(failure, endpoint));
    } catch (RuntimeException fault) {
      // A fault of this end, but whoever waits must hear of it.
      fail("the client failed with " + fault.getClass().getSimpleName());
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
    // A stop that came too late must not reach whoever is told the answer.
    Thread.interrupted();
  }

  private void settle(int status, byte[] answer) {
    HttpEndpoint endpoint = home.endpoint();
    switch (HttpReply.of(endpoint, status, answer, frame.expectsAnswer())) {
      case HttpReply.Frame reply -> {
        home.frame(reply.body());
        frame.answered(() -> HttpReply.sentence(endpoint, status, reply.body()));
      }
      case HttpReply.Accepted accepted -> frame.written();
      case HttpReply.Failed failed -> frame.failed(failed.sentence());
    }
  }

  private void fail(String why) {
    if (!home.isClosed()) {
      frame.failed("The POST to " + home.endpoint().shown() + " failed: " + why + ".");
    }
  }
}
