package io.polyplug.wire;

import io.polyplug.base.Clock;

class BlockingStreamTransportTest extends TransportSuite {
  @Override
  protected Ends connect() {
    BytePipe there = new BytePipe(4099, true);
    BytePipe back = new BytePipe(4099, true);
    return new Ends(end(back, there), end(there, back));
  }

  private static Transport end(BytePipe in, BytePipe out) {
    return new StreamTransport("suite", in.in, out, Ndjson.STANDARD, Clock.system(), null);
  }
}
