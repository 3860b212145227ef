package io.polyplug.wire;

class NarrowMemoryTransportTest extends TransportSuite {
  @Override
  protected Ends connect() {
    MemoryTransport.Pair pair = MemoryTransport.pair(1);
    return new Ends(pair.left(), pair.right());
  }
}
