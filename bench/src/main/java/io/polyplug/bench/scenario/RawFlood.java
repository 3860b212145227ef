package io.polyplug.bench.scenario;

import io.polyplug.bench.talk.Pipes;
import io.polyplug.bench.talk.Protocol;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** Reads the flood and counts its bytes: how fast the child is. Reaches messages per second. */
final class RawFlood implements Contender {
  private final Pipes pipes;
  private final int count;
  private final byte[] request;
  private final int tickSize;
  private final byte[] buffer = new byte[64 << 10];

  RawFlood(Path program, Protocol protocol, int count) throws IOException {
    this.count = count;
    pipes = Pipes.ofJdk(program, protocol.mode());
    request =
        protocol.frame(
            "{\"jsonrpc\":\"2.0\",\"method\":\"flood\",\"params\":{\"count\":" + count + "}}");
    // The child's numbers all have nine digits.
    tickSize =
        protocol.frame("{\"jsonrpc\":\"2.0\",\"method\":\"tick\",\"params\":{\"n\":100000000}}")
            .length;
  }

  @Override
  public String name() {
    return "raw pipe";
  }

  @Override
  public double turn(Duration length) throws IOException {
    long began = System.nanoTime();
    pipes.out().write(request, 0, request.length);
    pipes.out().flush();
    pipes.skip(buffer, (long) tickSize * count);
    return count * 1e9 / (System.nanoTime() - began);
  }

  @Override
  public void close() {
    pipes.close();
  }
}
