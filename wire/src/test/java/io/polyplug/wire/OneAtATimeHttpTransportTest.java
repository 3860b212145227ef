package io.polyplug.wire;

/** With one POST at a time HTTP keeps every rule. */
class OneAtATimeHttpTransportTest extends TransportSuite {
  @Override
  protected Ends connect() throws Exception {
    return HttpTransportTest.connect(1);
  }
}
