package io.polyplug.wire;

import io.polyplug.base.Clock;
import io.polyplug.base.UntrustedText;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A transport over two streams of bytes: a child's pipes, our own standard streams, a socket.
 *
 * <p>One daemon platform thread reads; it does nothing but framing and telling the listener. Where
 * the source can bound its reads, a platform thread that waits for a reply while nobody else does
 * does this work itself for up to a millisecond, and saves being woken. A write that fails does not
 * end the reading at once: what the other end said before it died is still heard, until its end or
 * for a second. The end of the inbound stream closes both halves.
 */
public final class StreamTransport implements Transport {
  /** How long the other end is listened to after it stopped taking what we write. */
  private static final Duration AFTER_BROKEN_WRITE = Duration.ofSeconds(1);

  private final String name;
  private final ByteSource in;
  private final ByteSink out;
  private final Framing framing;
  private final Clock clock;
  private final @Nullable Duration frameWriteTimeout;
  private final Duration standBy;
  private volatile @Nullable InboundReader reader;
  private final AtomicReference<@Nullable StreamWriter> writer = new AtomicReference<>();
  private final AtomicBoolean closed = new AtomicBoolean();
  private volatile @Nullable TransportListener listener;

  /** As the other one, with a stream that only the transport's own thread reads. */
  public StreamTransport(
      String name,
      InputStream in,
      ByteSink out,
      Framing framing,
      Clock clock,
      @Nullable Duration frameWriteTimeout) {
    this(name, ByteSource.of(in), out, framing, clock, frameWriteTimeout);
  }

  /**
   * Over these streams, which it closes.
   *
   * @param name for the threads
   * @param in also read by callers while they wait, if its reads can be bounded
   * @param frameWriteTimeout after which a write that blocks ends the transport; null: never
   */
  public StreamTransport(
      String name,
      ByteSource in,
      ByteSink out,
      Framing framing,
      Clock clock,
      @Nullable Duration frameWriteTimeout) {
    this(name, in, out, framing, clock, frameWriteTimeout, InboundReader.STAND_BY);
  }

  /** With its reader standing by for so long, which tests make endless. */
  StreamTransport(
      String name,
      ByteSource in,
      ByteSink out,
      Framing framing,
      Clock clock,
      @Nullable Duration frameWriteTimeout,
      Duration standBy) {
    this.standBy = standBy;
    this.name = name;
    this.in = in;
    this.out = out;
    this.framing = framing;
    this.clock = clock;
    this.frameWriteTimeout = frameWriteTimeout;
  }

  @Override
  public int maxOutbound() {
    return framing.maxOutbound();
  }

  @Override
  public void start(FrameSource source, TransportListener listener) {
    WriteWatch watch = new WriteWatch(clock, frameWriteTimeout, this::stuck);
    StreamWriter made =
        new StreamWriter(out, new WriteBatch(source, framing), watch, this::broken, name);
    if (!writer.compareAndSet(null, made)) {
      throw new IllegalStateException("The transport " + name + " was started before.");
    }
    this.listener = listener;
    InboundReader inbound =
        new InboundReader(
            name + "-reader",
            in,
            framing.decoder(),
            listener,
            closed::get,
            new Patience(standBy.toNanos()),
            self -> read(self, listener));
    reader = inbound;
    inbound.start();
    made.wake();
  }

  @Override
  public void readHere(Volunteer volunteer) {
    InboundReader current = reader;
    if (current != null) {
      current.readHere(volunteer);
    }
  }

  @Override
  public boolean expectFrame() {
    InboundReader current = reader;
    return current != null && current.summon();
  }

  @Override
  public boolean joinsFrames() {
    return true;
  }

  @Override
  public void wake() {
    StreamWriter current = writer.get();
    if (current != null) {
      current.wake();
    }
  }

  @Override
  public void closeOutbound() {
    StreamWriter current = writer.get();
    if (current != null) {
      current.end();
    }
  }

  @Override
  public void close(EndReason reason) {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    StreamWriter current = writer.get();
    if (current != null) {
      current.abort();
    }
    try {
      in.close();
    } catch (IOException alreadyGone) {
      // Whatever it says, nothing more will be read.
    }
    var _ = expectFrame();
    TransportListener told = listener;
    if (told != null) {
      told.onClosed(reason);
    }
  }

  private void broken(String sentence) {
    clock.pause(AFTER_BROKEN_WRITE, () -> close(new EndReason(EndReason.Kind.IO_ERROR, sentence)));
  }

  private void stuck() {
    close(
        new EndReason(
            EndReason.Kind.WRITE_STUCK,
            "The other end stopped reading: a write did not finish in " + frameWriteTimeout + "."));
  }

  private void read(InboundReader inbound, TransportListener told) {
    // Stays if something is thrown that nobody expects: the other threads must still hear an end.
    EndReason reason = new EndReason(EndReason.Kind.INTERNAL, "The thread that reads has failed.");
    try {
      inbound.readAll();
      reason =
          new EndReason(
              EndReason.Kind.END_OF_STREAM, "The other end closed its side of the connection.");
    } catch (IOException failure) {
      String message = failure.getMessage();
      reason =
          new EndReason(
              EndReason.Kind.IO_ERROR,
              "Reading failed: "
                  + (message == null
                      ? failure.getClass().getSimpleName()
                      : UntrustedText.escape(message))
                  + ".");
    } catch (FramingException broken) {
      reason = EndReason.of(broken);
    } finally {
      if (!closed.get()) {
        told.onInboundEnded(reason);
        close(reason);
      }
    }
  }
}
