package io.polyplug.conformance;

import io.polyplug.host.HostEvent;
import java.util.function.Consumer;

/** Puts the frames of a real host on the tape. */
record FrameTap(Tape tape) implements Consumer<HostEvent> {
  @Override
  public void accept(HostEvent event) {
    if (event instanceof HostEvent.FrameSeen(var _, var direction, byte[] frame, var _)) {
      tape.add(direction, frame);
    }
  }
}
