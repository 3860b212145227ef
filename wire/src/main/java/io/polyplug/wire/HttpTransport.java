package io.polyplug.wire;

import io.polyplug.base.Deadline;
import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A transport over HTTP: each frame goes out as a POST, whose answer is the frame that replies to
 * it; frames that come by themselves are events of one long GET.
 *
 * <p>Order: the frames of the event stream keep theirs. POSTs are under way side by side, as many
 * as the endpoint allows, so frames may reach the server in another order than they were sent in,
 * and an answer may come before or after the events that belong to it. With one POST at a time
 * frames keep their order.
 *
 * <p>A frame is written when it is answered, so a deadline that begins then never does. A POST that
 * goes wrong fails its frame alone. When the event stream is lost nothing more is sent: POSTs that
 * are under way may still finish, and with the last of them the transport is closed. It never
 * connects again; who owns it makes a new one. To end the outbound half is, once everything is
 * answered, to close: HTTP has no other way to say so.
 *
 * <p>Threads: reads and POSTs are on virtual threads, which end with it. Closing ends every request
 * at once. A frame that is being told when it is closed is told to its end.
 */
public final class HttpTransport implements Transport {
  private static final String OUTBOUND_CLOSED = "This end has closed its side of the connection.";

  private final HttpEndpoint endpoint;
  private final SameOriginClient client;
  private final @Nullable InputStream events;
  private final ReplyBodies bodies;
  private final PostHome home = new PostHome();
  private final Set<HttpPost> posts = ConcurrentHashMap.newKeySet();
  private final AtomicInteger underWay = new AtomicInteger();
  private final AtomicInteger signals = new AtomicInteger();
  private final AtomicBoolean closed = new AtomicBoolean();
  private volatile @Nullable Ends ends;
  private volatile boolean ending;
  private volatile @Nullable String refusal;
  private volatile @Nullable EndReason inboundEnded;
  private @Nullable EndReason closedFor;

  /** Who a started transport speaks with. */
  private record Ends(FrameSource source, TransportListener listener) {}

  private HttpTransport(
      HttpEndpoint endpoint, SameOriginClient client, @Nullable InputStream events) {
    this.endpoint = endpoint;
    this.client = client;
    this.events = events;
    this.bodies = new ReplyBodies(endpoint.maxReply());
  }

  /**
   * Opens the event stream and returns when the server has begun it; nothing was sent then. Throws
   * with one sentence, safe to show, if it does not by the deadline, and leaves nothing behind.
   */
  public static HttpTransport connect(HttpEndpoint endpoint, Deadline deadline)
      throws IOException, InterruptedException {
    SameOriginClient client = new SameOriginClient(endpoint);
    InputStream events = null;
    try {
      events = EventStreamOpening.open(endpoint, client, deadline);
    } finally {
      if (events == null) {
        client.shutdown();
      }
    }
    return new HttpTransport(endpoint, client, events);
  }

  /** Without an event stream: for one that asks and must not take what others wait for. */
  public static HttpTransport withoutEvents(HttpEndpoint endpoint) {
    return new HttpTransport(endpoint, new SameOriginClient(endpoint), null);
  }

  @Override
  public int maxOutbound() {
    return endpoint.maxOutbound();
  }

  @Override
  public void start(FrameSource source, TransportListener listener) {
    EndReason over;
    synchronized (this) {
      if (ends != null) {
        throw new IllegalStateException(
            "The transport to " + endpoint.shown() + " was started before.");
      }
      ends = new Ends(source, listener);
      over = closedFor;
    }
    if (over != null) {
      listener.onClosed(over);
      return;
    }
    InputStream stream = events;
    if (stream != null) {
      Thread.ofVirtual().name("polyplug-http-events").start(() -> readEvents(stream, listener));
    }
    wake();
  }

  @Override
  public void wake() {
    Ends current = ends;
    if (current != null && signals.getAndIncrement() == 0) {
      int seen;
      do {
        seen = signals.get();
        step(current.source());
      } while (signals.addAndGet(-seen) != 0);
    }
  }

  /** By one thread at a time, so that frames are begun in the order of their source. */
  private void step(FrameSource source) {
    boolean emptied = false;
    while (!closed.get() && !emptied && (refusal != null || hasRoom())) {
      // Asked before the source is: what it had by then is still sent.
      boolean last = ending;
      OutboundFrame frame = source.next();
      String refused = refusal;
      if (frame == null) {
        emptied = true;
        if (last && refused == null) {
          refusal = OUTBOUND_CLOSED;
        }
      } else if (refused != null) {
        frame.failed(refused);
      } else {
        post(frame);
      }
    }
    if (underWay.get() == 0) {
      EndReason over = inboundEnded;
      if (over != null) {
        close(over);
      } else if (OUTBOUND_CLOSED.equals(refusal)) {
        close(EndReason.CLOSED);
      }
    }
  }

  private boolean hasRoom() {
    return underWay.get() < endpoint.maxPosts();
  }

  private void post(OutboundFrame frame) {
    HttpPost post = new HttpPost(frame, home);
    underWay.incrementAndGet();
    posts.add(post);
    if (closed.get()) {
      post.stop();
    }
    post.start(
        over -> {
          posts.remove(over);
          underWay.decrementAndGet();
          wake();
        });
  }

  @Override
  public void closeOutbound() {
    ending = true;
    wake();
  }

  @Override
  public void close(EndReason reason) {
    TransportListener told;
    synchronized (this) {
      if (!closed.compareAndSet(false, true)) {
        return;
      }
      closedFor = reason;
      told = ends == null ? null : ends.listener();
    }
    client.shutdown();
    posts.forEach(HttpPost::stop);
    closeEvents();
    if (told != null) {
      told.onClosed(reason);
    }
  }

  private void closeEvents() {
    try {
      if (events != null) {
        events.close();
      }
    } catch (IOException alreadyGone) {
      // Whatever it says, nothing more will be read.
    }
  }

  private void readEvents(InputStream stream, TransportListener told) {
    // Stays if something is thrown that nobody expects: the other threads must still hear an end.
    EndReason reason = new EndReason(EndReason.Kind.INTERNAL, "The thread that reads has failed.");
    try {
      SseDecoder decoder = new SseDecoder(endpoint.maxEvent());
      while (decoder.readFrom(stream) >= 0) {
        for (byte[] frame = decoder.next(); frame != null; frame = decoder.next()) {
          if (closed.get()) {
            return;
          }
          told.onFrame(frame);
        }
      }
      reason =
          new EndReason(
              EndReason.Kind.END_OF_STREAM,
              "The event stream of " + endpoint.shown() + " ended: the server closed it.");
    } catch (IOException failure) {
      reason =
          new EndReason(
              EndReason.Kind.IO_ERROR,
              "The event stream of "
                  + endpoint.shown()
                  + " broke: "
                  + HttpSentences.why(failure, endpoint)
                  + ".");
    } catch (FramingException broken) {
      reason = EndReason.of(broken);
    } finally {
      endInbound(told, reason);
    }
  }

  private void endInbound(TransportListener told, EndReason reason) {
    if (closed.get()) {
      return;
    }
    refusal = "Nothing can be sent any more: " + reason.sentence();
    closeEvents();
    told.onInboundEnded(reason);
    inboundEnded = reason;
    wake();
  }

  /** What a POST sees of this. */
  private final class PostHome implements HttpPost.Home {
    @Override
    public HttpEndpoint endpoint() {
      return endpoint;
    }

    @Override
    public SameOriginClient client() {
      return client;
    }

    @Override
    public ReplyBodies bodies() {
      return bodies;
    }

    @Override
    public boolean isClosed() {
      return closed.get();
    }

    @Override
    public void frame(byte[] body) {
      Ends current = ends;
      if (current != null) {
        current.listener().onFrame(body);
      }
    }
  }
}
