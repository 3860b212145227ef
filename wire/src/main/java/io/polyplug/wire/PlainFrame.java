package io.polyplug.wire;

import org.jspecify.annotations.Nullable;

/** A reply or a notification on its way out. */
final class PlainFrame implements QueuedFrame {
  private final FrameBytes bytes;
  private final PeerWatch watch;
  private @Nullable Lane lane;

  PlainFrame(FrameBytes bytes, PeerWatch watch) {
    this.bytes = bytes;
    this.watch = watch;
  }

  @Override
  public FrameBytes bytes() {
    return bytes;
  }

  @Override
  public int size() {
    return bytes.length();
  }

  @Override
  public void enqueued(Lane in) {
    lane = in;
  }

  @Override
  public @Nullable Lane lane() {
    return lane;
  }

  @Override
  public void failed(String sentence) {
    watch.sendFailed(sentence);
  }
}
