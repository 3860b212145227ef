package io.polyplug.wire;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads a stream, cuts it into frames and tells the listener, on one thread at a time: its own, or
 * that of a caller who waits for a frame, be it an answer or the next request. A caller who reads
 * for itself is not woken by another thread, and that wake-up is most of what a quick call costs.
 *
 * <p>The right to read is a token. The own thread holds it, blocked in the source, as long as
 * nobody calls. When it sees that a caller would have liked to read, it lets go of the token as
 * soon as nobody waits for a frame and stands by; callers then take the token one after another. It
 * takes the token back when it is asked to, or when no caller has used it for a moment: a tenth of
 * a millisecond at first, half of one while callers come and go, and up to one and a half while
 * they come in quick succession for long or come back soon after that moment, since every look and
 * every wake-up takes a processor from them ({@link Patience}). Twice that may a frame that nobody
 * waits for lie in the pipe, and after that nothing wakes up any more.
 *
 * <p>A caller holds the token for one brief read after another until it has enough. Of what came
 * with that it tells a few more: most often it has calls under way itself, and to wake another
 * thread for their replies would cost more. The rest it leaves as if it were still in the pipe, and
 * makes its next calls: the other end should have something to do before all is told. It never
 * tells an end: what it finds, an end or a failure, stays for the own thread, behind all frames
 * that came before.
 */
final class InboundReader {
  /** A call that takes longer than this does not notice another wake-up. Real time, as spinning. */
  private static final Duration BRIEF = Duration.ofMillis(1);

  /** How long the token lies unused at least before the own thread takes it back. */
  static final Duration STAND_BY = Duration.ofNanos(100_000);

  /** So many frames a caller tells at once, that which it waits for among them. */
  static final int TOLD_TOGETHER = 16;

  private static final int FREE = 0;
  private static final int OWN_THREAD = 1;
  private static final int CALLER = 2;

  private final ByteSource in;
  private final FrameDecoder decoder;
  private final TransportListener told;
  private final BooleanSupplier closed;
  private final Thread thread;
  private final boolean shared;
  private final Patience patience;
  private final AtomicInteger token = new AtomicInteger(OWN_THREAD);

  /** A caller found the token taken by the own thread. */
  private volatile boolean wanted;

  /** Somebody waits for a frame without reading. */
  private volatile boolean summoned;

  /** How often callers had the token; written by whoever holds it. */
  private int uses;

  /** When the own thread took the token because it lay unused; 0 once that is judged. */
  private long tookBack;

  /** What ends the stream; only for whoever holds the token, as the decoder is. */
  private boolean ended;

  private @Nullable Throwable failure;

  /**
   * @param patience of its own
   * @param body the own thread's, which calls {@link #readAll}
   */
  InboundReader(
      String name,
      ByteSource in,
      FrameDecoder decoder,
      TransportListener told,
      BooleanSupplier closed,
      Patience patience,
      Consumer<InboundReader> body) {
    this.in = in;
    this.decoder = decoder;
    this.told = told;
    this.closed = closed;
    this.shared = in.canBeBrief();
    this.patience = patience;
    this.thread = Thread.ofPlatform().daemon().name(name).unstarted(() -> body.accept(this));
  }

  void start() {
    thread.start();
  }

  /** On the own thread: returns at the end of the stream or when the transport is closed. */
  void readAll() throws IOException, FramingException {
    while (true) {
      for (byte[] frame = next(); frame != null; frame = next()) {
        told.onFrame(frame);
      }
      if (failure != null) {
        rethrow(failure);
      }
      if (closed.getAsBoolean()) {
        return;
      }
      if (ended) {
        break;
      }
      if (wanted && told.isQuiet()) {
        wanted = false;
        standBy();
      } else {
        ended = decoder.readFrom(in, null) < 0;
        judgePatience();
      }
    }
    byte[] last = decoder.end();
    if (last != null && !closed.getAsBoolean()) {
      told.onFrame(last);
    }
  }

  private void judgePatience() {
    if (tookBack != 0) {
      patience.judge(System.nanoTime() - tookBack, wanted);
      tookBack = 0;
    }
  }

  private byte @Nullable [] next() throws FramingException {
    return failure != null || closed.getAsBoolean() ? null : decoder.next();
  }

  private static void rethrow(Throwable failure) throws IOException, FramingException {
    switch (failure) {
      case IOException thrown -> throw thrown;
      case FramingException thrown -> throw thrown;
      case RuntimeException thrown -> throw thrown;
      case Error thrown -> throw thrown;
      default -> throw new IllegalStateException(failure);
    }
  }

  /** Gives the token away and returns when it is back. */
  private void standBy() {
    summoned = false;
    int seen = uses;
    token.set(FREE);
    if ((closed.getAsBoolean() || !told.isQuiet()) && token.compareAndSet(FREE, OWN_THREAD)) {
      // Somebody closed or began to wait just now and may have seen that this thread had the token.
      return;
    }
    patience.begin();
    while (true) {
      LockSupport.parkNanos(this, patience.nanos());
      boolean free = token.get() == FREE;
      int now = uses;
      boolean unused = free && now == seen;
      // If a caller has the token now, it summons again when it leaves and that is still needed.
      if ((summoned || unused || closed.getAsBoolean()) && token.compareAndSet(FREE, OWN_THREAD)) {
        tookBack = unused && !summoned ? System.nanoTime() | 1 : 0;
        return;
      }
      patience.grow(now - seen);
      seen = now;
    }
  }

  /**
   * Has the own thread read, unless somebody does, and says whether nobody did; after what makes
   * the listener not quiet.
   */
  boolean summon() {
    boolean nobody = token.get() == FREE;
    if (nobody) {
      summoned = true;
      LockSupport.unpark(thread);
    }
    return nobody;
  }

  /**
   * Reads on this thread if nobody else does, until it is enough, nothing comes for a while or the
   * stream is over. The own thread takes over if the listener waits for more. Not for virtual
   * threads: this blocks.
   */
  void readHere(Transport.Volunteer volunteer) {
    if (!shared) {
      return;
    }
    if (!token.compareAndSet(FREE, CALLER)) {
      if (!wanted) {
        wanted = true;
      }
      return;
    }
    boolean more = true;
    try {
      more = lead(volunteer) || ended;
    } catch (InterruptedIOException interrupted) {
      // This caller's affair: the source is as it was.
    } catch (Throwable thrown) {
      failure = thrown;
    } finally {
      uses++;
      token.set(FREE);
    }
    if (more || closed.getAsBoolean() || !told.isQuiet()) {
      var _ = summon();
    }
  }

  /** Whether the own thread has to take over at once. */
  private boolean lead(Transport.Volunteer volunteer) throws IOException, FramingException {
    while (!isOver() && !Thread.currentThread().isInterrupted()) {
      if (tell(volunteer)) {
        return true;
      }
      if (volunteer.hasEnough() || volunteer.mustStop() || isOver()) {
        return false;
      }
      volunteer.beforeWaiting();
      int count = decoder.readFrom(in, BRIEF);
      if (count == 0) {
        return false;
      }
      ended = count < 0;
    }
    return true;
  }

  /** Tells what came; whether something is left that may not be told here. */
  private boolean tell(Transport.Volunteer volunteer) throws FramingException {
    int together = 0;
    while (together < TOLD_TOGETHER) {
      if (volunteer.mustStop()) {
        return decoder.holdsBytes();
      }
      byte[] frame = next();
      if (frame == null) {
        return false;
      }
      told.onFrame(frame);
      if (volunteer.hasEnough()) {
        together++;
      }
    }
    return false;
  }

  /** Whether there is nothing left to do but what the own thread does at the end. */
  private boolean isOver() {
    return ended || failure != null || closed.getAsBoolean();
  }
}
