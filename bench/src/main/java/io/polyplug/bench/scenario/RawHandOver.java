package io.polyplug.bench.scenario;

import io.polyplug.bench.talk.Pipes;
import io.polyplug.bench.talk.Protocol;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * As the raw ping-pong, but another thread reads and wakes the caller, as it must be where replies
 * of many callers share one pipe. Tells what of a call's time is that hand-over and nothing else.
 */
final class RawHandOver implements Contender {
  private static final int ID = 1_000_000;

  private final Pipes pipes;
  private final byte[] request;
  private final int replySize;
  private volatile long replies;
  private volatile Thread caller = Thread.currentThread();

  RawHandOver(Pipes pipes, Protocol protocol, int size) {
    this.pipes = pipes;
    request = protocol.request(size, ID);
    replySize = protocol.reply(size, ID).length;
    Thread.ofPlatform().daemon().name("raw-hand-over").start(this::read);
  }

  private void read() {
    byte[] buffer = new byte[64 << 10];
    try {
      for (long count = 1; ; count++) {
        pipes.skip(buffer, replySize);
        replies = count;
        LockSupport.unpark(caller);
      }
    } catch (IOException closed) {
      replies = Long.MAX_VALUE;
    }
  }

  @Override
  public String name() {
    return "raw, reader thread";
  }

  @Override
  public double turn(Duration length) throws Exception {
    caller = Thread.currentThread();
    return Times.medianMicros(length, this::exchange);
  }

  private void exchange() throws IOException {
    long wanted = replies + 1;
    pipes.out().write(request, 0, request.length);
    pipes.out().flush();
    while (replies < wanted) {
      LockSupport.park(this);
    }
  }

  @Override
  public void close() {
    pipes.close();
  }
}
