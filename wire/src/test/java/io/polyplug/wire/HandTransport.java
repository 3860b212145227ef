package io.polyplug.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A transport whose other end is the test: frames move only when the test moves them. */
final class HandTransport implements Transport {
  static final long PATIENCE_SECONDS = 30;

  final CompletableFuture<EndReason> closed = new CompletableFuture<>();
  final CompletableFuture<Void> outboundClosed = new CompletableFuture<>();
  private final Semaphore wakes = new Semaphore(0);
  private final int maxOutbound;
  private FrameSource source;
  private TransportListener listener;

  HandTransport() {
    this(16 << 20);
  }

  HandTransport(int maxOutbound) {
    this.maxOutbound = maxOutbound;
  }

  @Override
  public int maxOutbound() {
    return maxOutbound;
  }

  @Override
  public void start(FrameSource source, TransportListener listener) {
    this.source = source;
    this.listener = listener;
  }

  @Override
  public void wake() {
    wakes.release();
  }

  @Override
  public void closeOutbound() {
    outboundClosed.complete(null);
  }

  @Override
  public void close(EndReason reason) {
    if (closed.complete(reason)) {
      listener.onClosed(reason);
    }
  }

  /** What a full pipe does with frames that it was to take. */
  void putBack(OutboundFrame frame) {
    source.putBack(frame);
  }

  /** The frame that would be written now, if any. */
  @Nullable OutboundFrame poll() {
    return source.next();
  }

  /** Waits for a frame to be written and takes it, without saying how that went. */
  OutboundFrame take() throws InterruptedException {
    while (true) {
      OutboundFrame frame = source.next();
      if (frame != null) {
        return frame;
      }
      if (!wakes.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError("Nothing was sent.");
      }
    }
  }

  static String text(OutboundFrame frame) {
    return new String(frame.bytes().toByteArray(), UTF_8);
  }

  /** Waits for a frame, takes it as written, and returns its text. */
  String hear() throws InterruptedException {
    OutboundFrame frame = take();
    String text = text(frame);
    frame.written();
    return text;
  }

  void say(String body) {
    listener.onFrame(body.getBytes(UTF_8));
  }

  void loseInbound(EndReason reason) {
    listener.onInboundEnded(reason);
  }
}
