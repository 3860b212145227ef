package io.polyplug.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.polyplug.wire.testing.ServerReply;
import io.polyplug.wire.testing.SseTestServer;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The server's end of one HTTP session: POSTs come in, events go out. */
public final class SseServerTransport implements Transport {
  private static final EndReason GONE =
      new EndReason(EndReason.Kind.END_OF_STREAM, "The client is gone.");

  private final SseTestServer server;
  private final AtomicBoolean closed = new AtomicBoolean();
  private volatile @Nullable FrameSource source;
  private volatile @Nullable TransportListener listener;

  /** The far end of what this server takes. */
  public SseServerTransport(SseTestServer server) {
    this.server = server;
  }

  @Override
  public int maxOutbound() {
    return Integer.MAX_VALUE;
  }

  @Override
  public void start(FrameSource frames, TransportListener told) {
    listener = told;
    source = frames;
    Thread.ofVirtual().start(this::awaitLoss);
    wake();
  }

  /** The answer to a POST. */
  public ServerReply take(SseTestServer.Seen post) {
    TransportListener told = listener;
    if (told == null) {
      return ServerReply.hangUp();
    }
    told.onFrame(post.body().getBytes(UTF_8));
    return ServerReply.accepted();
  }

  private void awaitLoss() {
    boolean lost = false;
    while (!lost && !closed.get()) {
      try {
        server.awaitLostStream();
        lost = true;
      } catch (InterruptedException stop) {
        return;
      } catch (AssertionError notYet) {
        // A test may take longer than that.
      }
    }
    TransportListener told = listener;
    if (!closed.get() && told != null) {
      told.onInboundEnded(GONE);
      close(GONE);
    }
  }

  @Override
  public synchronized void wake() {
    FrameSource frames = source;
    if (frames != null) {
      for (OutboundFrame frame = frames.next(); frame != null; frame = frames.next()) {
        server.event(HandTransport.text(frame));
        frame.written();
      }
    }
  }

  @Override
  public void closeOutbound() {
    wake();
    server.endEvents();
  }

  @Override
  public void close(EndReason reason) {
    if (closed.compareAndSet(false, true)) {
      try {
        server.close();
      } catch (IOException alreadyGone) {
        // Then it is closed.
      }
      TransportListener told = listener;
      if (told != null) {
        told.onClosed(reason);
      }
    }
  }
}
