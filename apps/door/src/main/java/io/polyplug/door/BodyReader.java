package io.polyplug.door;

import io.polyplug.base.Clock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.Semaphore;

/**
 * Reads bodies of requests, bounded in size and time, large ones only a few at once. Safe from any
 * thread.
 */
final class BodyReader {
  private static final int CHUNK = 8 << 10;

  private final DoorLimits limits;
  private final Clock clock;
  private final Semaphore large;

  BodyReader(DoorLimits limits, Clock clock) {
    this.limits = limits;
    this.clock = clock;
    this.large = new Semaphore(limits.largeBodies());
  }

  /** A body and its place among the large ones; closed when the request is answered. */
  final class Body implements AutoCloseable {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private boolean isLarge;

    byte[] bytes() {
      return bytes.toByteArray();
    }

    private void add(byte[] chunk, int length) throws Refused {
      if (bytes.size() + length > limits.largestBody()) {
        throw new Refused(413, "a message has at most " + limits.largestBody() + " bytes");
      }
      if (!isLarge && bytes.size() + length > limits.smallBody()) {
        if (!large.tryAcquire()) {
          throw new Refused(503, "too many large messages at once; try again");
        }
        isLarge = true;
      }
      bytes.write(chunk, 0, length);
    }

    @Override
    public void close() {
      if (isLarge) {
        isLarge = false;
        large.release();
      }
    }
  }

  /** Blocks until all is there. */
  Body read(InputStream in) throws IOException, Refused {
    long start = clock.nanoTime();
    Body body = new Body();
    try {
      byte[] chunk = new byte[CHUNK];
      for (int length = in.read(chunk); length >= 0; length = in.read(chunk)) {
        body.add(chunk, length);
        if (clock.nanoTime() - start > limits.request().toNanos()) {
          throw new Refused(408, "the request took too long to arrive");
        }
      }
      return body;
    } catch (IOException | Refused | RuntimeException e) {
      body.close();
      throw e;
    }
  }
}
