package io.polyplug.wire;

import io.polyplug.base.Deadline;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A transport for those who speak frames and not JSON-RPC: bodies out, bodies in, one after
 * another. Frames that came before the end are received before it. Safe from any thread. Closes its
 * transport.
 */
public final class FrameChannel implements AutoCloseable {
  /** What came. */
  public sealed interface Received {}

  /** A frame. */
  public static final class Frame implements Received {
    private final byte[] body;

    private Frame(byte[] body) {
      this.body = body;
    }

    /** Its body, which is the receiver's. */
    public byte[] body() {
      return body;
    }
  }

  /** Nothing will come any more. */
  public record Ended(EndReason reason) implements Received {}

  /** Nothing came in time. */
  public record Nothing() implements Received {}

  private final Transport transport;
  private final int maxWaiting;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final ArrayDeque<Received> waiting = new ArrayDeque<>(2);
  private final ArrayDeque<OutboundFrame> outgoing = new ArrayDeque<>(2);
  private @Nullable Ended ended;
  private @Nullable String sendFailure;

  private FrameChannel(Transport transport, int maxWaiting) {
    this.transport = transport;
    this.maxWaiting = maxWaiting;
  }

  /** Starts the transport; more frames than so many that nobody receives end it. */
  public static FrameChannel over(Transport transport, int maxWaiting) {
    FrameChannel channel = new FrameChannel(transport, maxWaiting);
    transport.start(channel.new Outbound(), channel.new Inbound());
    return channel;
  }

  /** Queues a frame; whether it could be written is seen by {@link #sendFailure()}. */
  public void send(Json body) {
    FrameBytes bytes = FrameBytes.of(body);
    lock.lock();
    try {
      outgoing.add(new Outgoing(bytes));
    } finally {
      lock.unlock();
    }
    transport.wake();
  }

  /** The next frame, the end, or nothing in time. */
  public Received receive(Deadline deadline) throws InterruptedException {
    lock.lock();
    try {
      while (waiting.isEmpty()) {
        if (ended != null) {
          return ended;
        }
        if (deadline.passed()) {
          return new Nothing();
        }
        // A clock that is moved by hand is looked at again before long.
        changed.await(Math.min(deadline.left().toMillis() + 1, LOOK_AGAIN), TimeUnit.MILLISECONDS);
      }
      return waiting.remove();
    } finally {
      lock.unlock();
    }
  }

  private static final long LOOK_AGAIN = 50;

  /** Why frames could not be written; null as long as they could. */
  public @Nullable String sendFailure() {
    lock.lock();
    try {
      return sendFailure;
    } finally {
      lock.unlock();
    }
  }

  /** Sends what waits, then tells the other end that nothing will follow. */
  public void closeOutbound() {
    transport.closeOutbound();
  }

  @Override
  public void close() {
    transport.close();
  }

  private void add(Received what) {
    boolean full;
    lock.lock();
    try {
      full = what instanceof Frame && waiting.size() >= maxWaiting;
      if (what instanceof Ended end) {
        ended = end;
      } else if (!full) {
        waiting.add(what);
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    if (full) {
      transport.close(
          new EndReason(EndReason.Kind.OVERFLOW, "More frames came than anybody received."));
    }
  }

  /** What the transport takes from. */
  private final class Outbound implements FrameSource {
    @Override
    public @Nullable OutboundFrame next(int maxBytes) {
      lock.lock();
      try {
        OutboundFrame first = outgoing.peek();
        return first != null && first.bytes().length() <= maxBytes ? outgoing.poll() : null;
      } finally {
        lock.unlock();
      }
    }

    @Override
    public void putBack(OutboundFrame frame) {
      lock.lock();
      try {
        outgoing.addFirst(frame);
      } finally {
        lock.unlock();
      }
    }
  }

  /** A frame on its way out. */
  private final class Outgoing implements OutboundFrame {
    private final FrameBytes bytes;

    Outgoing(FrameBytes bytes) {
      this.bytes = bytes;
    }

    @Override
    public FrameBytes bytes() {
      return bytes;
    }

    @Override
    public void lost(String sentence) {
      failed(sentence);
    }

    @Override
    public void failed(String sentence) {
      lock.lock();
      try {
        sendFailure = sentence;
      } finally {
        lock.unlock();
      }
    }
  }

  /** What the transport tells. */
  private final class Inbound implements TransportListener {
    @Override
    public void onFrame(byte[] body) {
      add(new Frame(body));
    }

    @Override
    public void onInboundEnded(EndReason reason) {
      add(new Ended(reason));
    }

    @Override
    public void onClosed(EndReason reason) {
      lock.lock();
      try {
        if (ended == null) {
          ended = new Ended(reason);
          changed.signalAll();
        }
      } finally {
        lock.unlock();
      }
    }
  }
}
