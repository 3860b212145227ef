package io.polyplug.wire;

/** A reply or a notification on its way out. */
record PlainFrame(FrameBytes bytes, PeerWatch watch) implements QueuedFrame {
  @Override
  public int size() {
    return bytes.length();
  }

  @Override
  public void failed(String sentence) {
    watch.sendFailed(sentence);
  }
}
