package io.polyplug.bench.scenario;

import io.polyplug.bench.talk.Pipes;
import io.polyplug.bench.talk.Protocol;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The same frames through the same pipes without a look at them: one thread writes as many requests
 * as may be under way in one go, another counts the bytes of replies. All ids have the same number
 * of digits, so bytes tell how many replies came. Reaches calls per second.
 */
final class RawWindow implements Contender {
  private static final int ID = 1_000_000;

  private final String name;
  private final Pipes pipes;
  private final int inFlight;
  private final byte[] requests;
  private final int requestSize;
  private final int replySize;
  private final AtomicLong bytesRead = new AtomicLong();
  private volatile boolean writerWaits;
  private long sent;

  RawWindow(String name, Pipes pipes, Protocol protocol, int size, int inFlight) {
    this.name = name;
    this.pipes = pipes;
    this.inFlight = inFlight;
    byte[] request = protocol.request(size, ID);
    requestSize = request.length;
    replySize = protocol.reply(size, ID).length;
    requests = new byte[requestSize * inFlight];
    for (int i = 0; i < inFlight; i++) {
      System.arraycopy(request, 0, requests, i * requestSize, requestSize);
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public double turn(Duration length) throws Exception {
    Thread writer = Thread.currentThread();
    long before = sent;
    long began = System.nanoTime();
    long until = began + length.toNanos();
    Reader reader = new Reader(writer);
    Thread reading = Thread.ofPlatform().daemon().name("raw-reader").start(reader);
    while (System.nanoTime() < until) {
      int room = awaitRoom();
      pipes.out().write(requests, 0, room * requestSize);
      pipes.out().flush();
      sent += room;
    }
    reader.last(sent * replySize);
    // The reader may wait for bytes that will not come: one more call lets it see the end.
    pipes.out().write(requests, 0, requestSize);
    pipes.out().flush();
    sent++;
    reading.join();
    if (reader.failure != null) {
      throw reader.failure;
    }
    return (sent - before) * 1e9 / (System.nanoTime() - began);
  }

  private int awaitRoom() {
    while (true) {
      int room = inFlight - (int) (sent - bytesRead.get() / replySize);
      if (room > 0) {
        return room;
      }
      writerWaits = true;
      if (sent - bytesRead.get() / replySize >= inFlight) {
        LockSupport.park(this);
      }
      writerWaits = false;
    }
  }

  @Override
  public void close() {
    pipes.close();
  }

  /** Counts until the last reply of the turn is there. */
  private final class Reader implements Runnable {
    private final Thread writer;
    private volatile long last = Long.MAX_VALUE;
    private volatile @org.jspecify.annotations.Nullable IOException failure;

    Reader(Thread writer) {
      this.writer = writer;
    }

    void last(long bytes) {
      last = bytes + replySize;
    }

    @Override
    public void run() {
      byte[] buffer = new byte[64 << 10];
      try {
        while (bytesRead.get() < last) {
          int count = pipes.in().read(buffer, 0, buffer.length);
          if (count < 0) {
            throw new IOException("the echo child closed its output");
          }
          bytesRead.addAndGet(count);
          if (writerWaits) {
            LockSupport.unpark(writer);
          }
        }
      } catch (IOException broken) {
        failure = broken;
      }
    }
  }
}
