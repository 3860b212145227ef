package io.polyplug.bench.scenario;

import io.polyplug.bench.talk.Pipes;
import io.polyplug.bench.talk.Protocol;
import java.io.IOException;
import java.time.Duration;

/** One thread writes a request and reads as many bytes as the reply has. */
final class RawPingPong implements Contender {
  private static final int ID = 1_000_000;

  private final String name;
  private final Pipes pipes;
  private final byte[] request;
  private final int replySize;
  private final byte[] buffer = new byte[64 << 10];

  RawPingPong(String name, Pipes pipes, Protocol protocol, int size) {
    this.name = name;
    this.pipes = pipes;
    request = protocol.request(size, ID);
    replySize = protocol.reply(size, ID).length;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public double turn(Duration length) throws Exception {
    return Times.medianMicros(length, this::exchange);
  }

  private void exchange() throws IOException {
    pipes.out().write(request, 0, request.length);
    pipes.out().flush();
    pipes.skip(buffer, replySize);
  }

  @Override
  public void close() {
    pipes.close();
  }
}
