package io.polyplug.wire;

import io.polyplug.base.Clock;

class SharedSourceTransportTest extends TransportSuite {
  @Override
  protected Ends connect() {
    BytePipe there = new BytePipe(4099);
    BytePipe back = new BytePipe(4099);
    return new Ends(end(back, there), end(there, back));
  }

  private static Transport end(BytePipe in, BytePipe out) {
    return new StreamTransport("suite", in.source, out, Ndjson.STANDARD, Clock.system(), null);
  }
}
