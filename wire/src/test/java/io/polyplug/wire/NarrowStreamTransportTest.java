package io.polyplug.wire;

import io.polyplug.base.Clock;

class NarrowStreamTransportTest extends TransportSuite {
  @Override
  protected Ends connect() {
    BytePipe there = new BytePipe(251, false);
    BytePipe back = new BytePipe(251, false);
    return new Ends(end(back, there), end(there, back));
  }

  private static Transport end(BytePipe in, BytePipe out) {
    return new StreamTransport("suite", in.in, out, ContentLength.LENIENT, Clock.system(), null);
  }
}
