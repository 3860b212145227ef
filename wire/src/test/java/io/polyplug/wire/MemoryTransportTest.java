package io.polyplug.wire;

class MemoryTransportTest extends TransportSuite {
  @Override
  protected Ends connect() {
    MemoryTransport.Pair pair = MemoryTransport.pair();
    return new Ends(pair.left(), pair.right());
  }
}
