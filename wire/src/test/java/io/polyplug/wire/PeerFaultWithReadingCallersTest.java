package io.polyplug.wire;

/** The same faults where callers read for themselves. */
class PeerFaultWithReadingCallersTest extends PeerFaultTest {
  @Override
  ByteSource reading(BytePipe pipe) {
    return pipe.source;
  }
}
