package io.polyplug.mcp.http;

import io.polyplug.base.Clock;
import io.polyplug.mcp.protocol.ToolHeaders;
import io.polyplug.wire.EndReason;
import io.polyplug.wire.FrameSource;
import io.polyplug.wire.HttpEndpoint;
import io.polyplug.wire.OutboundFrame;
import io.polyplug.wire.ReplyBodies;
import io.polyplug.wire.Transport;
import io.polyplug.wire.TransportListener;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * MCP over HTTP: each message is a POST, whose answer is one message or a stream of them. A legacy
 * server may have a stream on which it speaks by itself, see {@link #openEvents}.
 *
 * <p>Order: the messages of one stream keep theirs. POSTs are under way side by side, so messages
 * may reach the server in another order than they were sent in, but none before the end of a
 * greeting.
 *
 * <p>A message that cannot be sent fails alone; the transport ends only when it is closed. To end
 * the outbound half is, once everything is answered, to close. Threads: all are virtual and end
 * with it. Closing ends every request at once.
 */
public final class StreamableHttp implements Transport {
  /** Calls are bounded by their peer; this bounds replies and notifications too. */
  private static final int MOST_POSTS = 512;

  private final Endpoint endpoint;
  private final Clock clock;
  private final Consumer<String> notices;
  private final ReplyBodies bodies;
  private final Set<MessagePost> posts = ConcurrentHashMap.newKeySet();
  private final AtomicInteger underWay = new AtomicInteger();
  private final AtomicInteger signals = new AtomicInteger();
  private final AtomicBoolean closed = new AtomicBoolean();
  private volatile @Nullable Ends ends;
  private volatile boolean ending;

  /** What must have reached the server before anything else is sent. */
  private volatile @Nullable MessagePost first;

  private @Nullable StandaloneStream events;
  private @Nullable EndReason closedFor;

  private record Ends(FrameSource source, TransportListener listener) {}

  /**
   * For one server; nothing is sent before it is started.
   *
   * @param notices told in one sentence what no caller hears of
   */
  public StreamableHttp(HttpEndpoint address, Clock clock, Consumer<String> notices) {
    this.endpoint = new Endpoint(address);
    this.clock = clock;
    this.notices = notices;
    this.bodies = new ReplyBodies(address.maxReply());
  }

  /** From here on requests are sent so. A greeting begins a new session. */
  public void speech(HttpSpeech changed) {
    endpoint.speech(changed);
  }

  /** Which arguments of a tool travel in headers too. */
  public void tools(Function<String, ToolHeaders> marked) {
    endpoint.tools(marked);
  }

  /** Whether the server has forgotten the session, so that it must be greeted again. */
  public boolean isForgotten() {
    return endpoint.isForgotten();
  }

  /** The status of the last message that was refused; 0 if there was no answer at all. */
  public int refusedWith() {
    return endpoint.refusedWith();
  }

  /**
   * Opens the stream on which a legacy server speaks by itself, in place of one that was open
   * before. Completes with whether the server has one.
   */
  public CompletableFuture<Boolean> openEvents() {
    StandaloneStream fresh = new StandaloneStream(this, endpoint);
    synchronized (this) {
      if (closed.get()) {
        return CompletableFuture.completedFuture(false);
      }
      if (events != null) {
        events.close();
      }
      events = fresh;
    }
    return fresh.start();
  }

  /** Tells the server that the session is over, if there is one, within this time. */
  public void endSession(Duration atMost) {
    StandaloneStream stream;
    synchronized (this) {
      stream = events;
    }
    if (stream != null) {
      stream.close();
    }
    Thread farewell =
        Thread.ofVirtual()
            .name("polyplug-mcp-end")
            .start(
                () -> {
                  try {
                    endpoint.delete();
                  } catch (IOException | InterruptedException e) {
                    // It may refuse it or be gone: all the same now.
                  }
                });
    try {
      farewell.join(atMost);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    farewell.interrupt();
  }

  @Override
  public int maxOutbound() {
    return endpoint.address().maxOutbound();
  }

  @Override
  public void start(FrameSource source, TransportListener listener) {
    EndReason over;
    synchronized (this) {
      if (ends != null) {
        throw new IllegalStateException("The transport was started before.");
      }
      ends = new Ends(source, listener);
      over = closedFor;
    }
    if (over != null) {
      listener.onClosed(over);
    } else {
      wake();
    }
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

  /** By one thread at a time, so that messages are begun in the order of their source. */
  private void step(FrameSource source) {
    while (!closed.get() && underWay.get() < MOST_POSTS && first == null) {
      // Asked before the source is: what it had by then is still sent.
      boolean last = ending;
      OutboundFrame frame = source.next();
      if (frame == null) {
        if (last && underWay.get() == 0) {
          close(EndReason.CLOSED);
        }
        return;
      }
      post(frame);
    }
  }

  private void post(OutboundFrame frame) {
    MessagePost post = new MessagePost(frame, this, endpoint);
    if (endpoint.isGreeting() && OutgoingMessage.read(frame.bytes()).isGreeted()) {
      first = post;
    }
    underWay.incrementAndGet();
    posts.add(post);
    if (closed.get()) {
      post.stop();
    }
    Thread.ofVirtual()
        .name("polyplug-mcp-post")
        .start(
            () -> {
              try {
                post.run();
              } finally {
                posts.remove(post);
                if (post.equals(first)) {
                  endpoint.greeted();
                  first = null;
                }
                underWay.decrementAndGet();
                wake();
              }
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
    StandaloneStream stream;
    synchronized (this) {
      if (!closed.compareAndSet(false, true)) {
        return;
      }
      closedFor = reason;
      told = ends == null ? null : ends.listener();
      stream = events;
    }
    if (stream != null) {
      stream.close();
    }
    posts.forEach(MessagePost::stop);
    endpoint.shutdown();
    if (told != null) {
      told.onClosed(reason);
    }
  }

  boolean isClosed() {
    return closed.get();
  }

  ReplyBodies bodies() {
    return bodies;
  }

  Clock clock() {
    return clock;
  }

  void notice(String sentence) {
    notices.accept(sentence);
  }

  /** A message came. */
  void frame(byte[] body) {
    Ends current = ends;
    if (current != null && !closed.get()) {
      current.listener().onFrame(body);
    }
  }

  /** Waits so long on this thread. */
  void pause(Duration time) throws InterruptedException {
    CountDownLatch over = new CountDownLatch(1);
    Clock.Timer timer = clock.pause(time, over::countDown);
    try {
      over.await();
    } finally {
      timer.cancel();
    }
  }
}
