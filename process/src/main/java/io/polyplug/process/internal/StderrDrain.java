package io.polyplug.process.internal;

import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Empties a child's stderr pipe whenever something is in it, on the thread that does so for all
 * children, so that no child blocks on it and an idle one costs nothing.
 */
final class StderrDrain implements ChildStreams.Drain {
  /** A child that never stops writing must not keep the others waiting, nor a close. */
  private static final int MOST_READS = 16;

  private static final int CHUNK_BYTES = 16 * 1024;

  private final ReentrantLock lock = new ReentrantLock();
  private final Poller poller;
  private final PipeOutput pipe;
  private final int fd;
  private final StderrSink sink;
  private long key;
  private boolean ended;

  private StderrDrain(Poller poller, int fd, StderrSink sink) {
    this.poller = poller;
    this.pipe = new PipeOutput(fd);
    this.fd = fd;
    this.sink = sink;
  }

  /** Takes over the descriptor, unless it throws. */
  static StderrDrain start(Poller poller, int fd, StderrSink sink) throws IOException {
    StderrDrain drain = new StderrDrain(poller, fd, sink);
    drain.lock.lock();
    try {
      drain.key = poller.add(fd, drain::drain);
    } finally {
      drain.lock.unlock();
    }
    return drain;
  }

  /** Takes what is in the pipe now. */
  @Override
  public void drain() {
    lock.lock();
    try {
      byte[] chunk = new byte[CHUNK_BYTES];
      for (int i = 0; i < MOST_READS && !ended; i++) {
        int count = pipe.readAvailable(chunk, 0, chunk.length);
        if (count < 0) {
          end();
        } else if (count == 0) {
          return;
        } else {
          sink.accept(chunk, count);
        }
      }
    } catch (IOException broken) {
      end();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public String tail() {
    drain();
    lock.lock();
    try {
      return sink.tail();
    } finally {
      lock.unlock();
    }
  }

  /** Takes what is there, lets go of the pipe. */
  @Override
  public void close() {
    drain();
    lock.lock();
    try {
      end();
    } finally {
      lock.unlock();
    }
  }

  private void end() {
    if (!ended) {
      ended = true;
      sink.finish();
      poller.remove(fd, key);
      pipe.close();
    }
  }
}
