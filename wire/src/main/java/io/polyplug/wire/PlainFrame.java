package io.polyplug.wire;

/** A reply or a notification on its way out. */
record PlainFrame(FrameBytes bytes) implements QueuedFrame {
  @Override
  public int size() {
    return bytes.length();
  }
}
