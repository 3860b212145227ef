package io.polyplug.wire;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A pipe in memory with a fixed capacity, whose ends behave like those of the system's. */
final class BytePipe implements ByteSink {
  private final byte[] ring;
  private final boolean neverOffers;
  private int head;
  private int size;
  private boolean writeClosed;
  private boolean readClosed;
  private int blockedWriters;
  final InputStream in = new Reading();
  final ByteSource source = new Source();

  BytePipe(int capacity, boolean neverOffers) {
    ring = new byte[capacity];
    this.neverOffers = neverOffers;
  }

  BytePipe(int capacity) {
    this(capacity, false);
  }

  @Override
  public synchronized int offer(byte[] bytes, int offset, int length) throws IOException {
    check();
    return neverOffers ? 0 : put(bytes, offset, length);
  }

  private void check() throws IOException {
    if (readClosed || writeClosed) {
      throw new IOException("Broken pipe");
    }
  }

  private int put(byte[] bytes, int offset, int length) {
    int count = Math.min(length, ring.length - size);
    for (int i = 0; i < count; i++) {
      ring[(head + size + i) % ring.length] = bytes[offset + i];
    }
    size += count;
    notifyAll();
    return count;
  }

  @Override
  public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
    int at = offset;
    int end = offset + length;
    while (true) {
      check();
      at += put(bytes, at, end - at);
      if (at == end) {
        return;
      }
      blockedWriters++;
      notifyAll();
      pause();
      blockedWriters--;
    }
  }

  synchronized void awaitBlockedWriter() throws InterruptedException {
    while (blockedWriters == 0) {
      wait();
    }
  }

  /** Callers look again in a loop. */
  @SuppressWarnings("WaitNotInLoop")
  private void pause() throws IOException {
    try {
      wait();
    } catch (InterruptedException interrupted) {
      throw new IOException(interrupted);
    }
  }

  @Override
  public void flush() {}

  @Override
  public synchronized void close() {
    writeClosed = true;
    notifyAll();
  }

  /** The reading end, with reads that can be bounded as those of a child's pipe. */
  private final class Source implements ByteSource {
    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      return in.read(bytes, offset, length);
    }

    @Override
    public int read(byte[] bytes, int offset, int length, Duration atMost) throws IOException {
      if (Thread.currentThread().isVirtual()) {
        throw new IOException("A virtual thread reads.");
      }
      synchronized (BytePipe.this) {
        long end = System.nanoTime() + atMost.toNanos();
        while (size == 0 && !readClosed && !writeClosed) {
          long left = end - System.nanoTime();
          if (left <= 0) {
            return 0;
          }
          try {
            TimeUnit.NANOSECONDS.timedWait(BytePipe.this, left);
          } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            return 0;
          }
        }
        return in.read(bytes, offset, length);
      }
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  /** The reading end. */
  private final class Reading extends InputStream {
    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      synchronized (BytePipe.this) {
        while (size == 0) {
          if (readClosed) {
            throw new IOException("Stream closed");
          }
          if (writeClosed) {
            return -1;
          }
          pause();
        }
        int count = Math.min(length, size);
        for (int i = 0; i < count; i++) {
          target[offset + i] = ring[(head + i) % ring.length];
        }
        head = (head + count) % ring.length;
        size -= count;
        BytePipe.this.notifyAll();
        return count;
      }
    }

    @Override
    public void close() {
      synchronized (BytePipe.this) {
        readClosed = true;
        BytePipe.this.notifyAll();
      }
    }
  }
}
