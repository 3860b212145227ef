package io.polyplug.wire;

import io.polyplug.base.Clock;

class ContentLengthStreamTransportTest extends TransportSuite {
  @Override
  protected Ends connect() {
    BytePipe there = new BytePipe(65536, false);
    BytePipe back = new BytePipe(65536, false);
    return new Ends(end(back, there), end(there, back));
  }

  private static Transport end(BytePipe in, BytePipe out) {
    return new StreamTransport("suite", in.in, out, ContentLength.STRICT, Clock.system(), null);
  }
}
