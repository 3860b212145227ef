package io.polyplug.wire;

import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * One of two ends in the same program: what goes in at one comes out at the other, whole, in order.
 * Each end hands frames to its listener one at a time on a virtual thread that lives while there
 * are any. A sender's source is asked only while the other end holds fewer frames than its window,
 * as with a pipe that is full.
 */
public final class MemoryTransport implements Transport {
  private static final int DEFAULT_WINDOW = 1024;

  /** The two ends. */
  public record Pair(MemoryTransport left, MemoryTransport right) {}

  private static final EndReason ENDED =
      new EndReason(
          EndReason.Kind.END_OF_STREAM, "The other end closed its side of the connection.");

  private final int window;
  private final Queue<byte[]> inbox = new ArrayDeque<>();
  private @Nullable MemoryTransport other;
  private @Nullable FrameSource source;
  private @Nullable TransportListener listener;
  private boolean delivering;
  private boolean ending;
  private boolean outboundClosed;
  private boolean inboundEnded;
  private @Nullable EndReason closed;
  private boolean toldClosed;

  private MemoryTransport(int window) {
    this.window = window;
  }

  /** Two connected ends, neither started. */
  public static Pair pair() {
    return pair(DEFAULT_WINDOW);
  }

  /** Two connected ends that hold so many frames each before the sender has to wait. */
  public static Pair pair(int window) {
    MemoryTransport left = new MemoryTransport(window);
    MemoryTransport right = new MemoryTransport(window);
    left.other = right;
    right.other = left;
    return new Pair(left, right);
  }

  private MemoryTransport other() {
    if (other == null) {
      throw new IllegalStateException("An end without another.");
    }
    return other;
  }

  @Override
  public int maxOutbound() {
    return Integer.MAX_VALUE;
  }

  @Override
  public void start(FrameSource source, TransportListener listener) {
    synchronized (this) {
      if (this.listener != null) {
        throw new IllegalStateException("The transport was started before.");
      }
      this.source = source;
      this.listener = listener;
    }
    deliverSoon();
    wake();
  }

  @Override
  public void wake() {
    FrameSource frames;
    synchronized (this) {
      frames = closed == null && !outboundClosed ? source : null;
    }
    if (frames != null && other().pullFrom(frames)) {
      synchronized (this) {
        outboundClosed = outboundClosed || ending;
        if (!outboundClosed) {
          return;
        }
      }
      other().endInbound();
    }
  }

  /**
   * Takes frames while there is room; frames are pulled by one thread at a time, in order; true if
   * none is left.
   */
  private boolean pullFrom(FrameSource frames) {
    boolean emptied = false;
    synchronized (inbox) {
      while (!emptied && hasRoom()) {
        OutboundFrame frame = frames.next();
        if (frame == null) {
          emptied = true;
          continue;
        }
        byte[] body = frame.bytes().toByteArray();
        boolean taken;
        synchronized (this) {
          taken = closed == null && !inboundEnded && inbox.add(body);
        }
        if (taken) {
          frame.written();
        } else {
          frame.failed("The other end is closed.");
        }
      }
    }
    deliverSoon();
    return emptied;
  }

  private synchronized boolean hasRoom() {
    return inbox.size() < window || closed != null;
  }

  private void deliverSoon() {
    synchronized (this) {
      if (delivering || listener == null || toldClosed) {
        return;
      }
      delivering = true;
    }
    Thread.ofVirtual().name("polyplug-memory").start(this::deliver);
  }

  private void deliver() {
    while (true) {
      byte[] frame;
      boolean ended;
      EndReason gone;
      TransportListener told;
      synchronized (this) {
        told = listener;
        gone = closed;
        frame = gone == null ? inbox.poll() : null;
        ended = frame == null && gone == null && inboundEnded;
        if (told == null || toldClosed || (frame == null && gone == null && !ended)) {
          delivering = false;
          return;
        }
        toldClosed = gone != null;
      }
      if (gone != null) {
        told.onClosed(gone);
      } else if (frame != null) {
        told.onFrame(frame);
        other().wake();
      } else {
        told.onInboundEnded(ENDED);
        close(ENDED);
      }
    }
  }

  @Override
  public void closeOutbound() {
    synchronized (this) {
      ending = true;
    }
    wake();
  }

  private void endInbound() {
    synchronized (this) {
      inboundEnded = true;
    }
    deliverSoon();
  }

  @Override
  public void close(EndReason reason) {
    synchronized (this) {
      if (closed != null) {
        return;
      }
      closed = reason;
    }
    other().endInbound();
    deliverSoon();
  }
}
