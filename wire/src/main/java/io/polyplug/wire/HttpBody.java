package io.polyplug.wire;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The body of an answer, to be read by one thread. What came before a failure is read before it,
 * which the JDK's own stream does not promise; a read takes as much as there is. At most {@link
 * #WINDOW} deliveries of the client wait here, the rest stays in the socket. An interrupt or a
 * close from any thread ends a read.
 */
final class HttpBody extends InputStream implements BodySubscriber<InputStream> {
  private static final int WINDOW = 16;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final ArrayDeque<ByteBuffer> waiting = new ArrayDeque<>();
  private Flow.@Nullable Subscription subscription;
  private int delivered;
  private boolean over;
  private @Nullable Throwable failure;

  @Override
  public CompletionStage<InputStream> getBody() {
    return CompletableFuture.completedStage(this);
  }

  @Override
  public void onSubscribe(Flow.Subscription given) {
    boolean unwanted;
    lock.lock();
    try {
      unwanted = over || subscription != null;
      if (!unwanted) {
        subscription = given;
      }
    } finally {
      lock.unlock();
    }
    if (unwanted) {
      given.cancel();
    } else {
      given.request(WINDOW);
    }
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    Flow.Subscription more;
    boolean empty;
    lock.lock();
    try {
      more = subscription;
      int before = waiting.size();
      for (ByteBuffer buffer : buffers) {
        if (buffer.hasRemaining() && !over) {
          waiting.add(buffer);
        }
      }
      empty = waiting.size() == before;
      delivered += empty ? 0 : 1;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    if (empty && more != null) {
      // Nobody will read it, so nobody else will ask for the next one.
      more.request(1);
    }
  }

  @Override
  public void onError(Throwable thrown) {
    end(thrown);
  }

  @Override
  public void onComplete() {
    end(null);
  }

  private void end(@Nullable Throwable thrown) {
    lock.lock();
    try {
      if (!over) {
        over = true;
        failure = thrown;
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int count = 0;
    int consumed = 0;
    Flow.Subscription more;
    lock.lock();
    try {
      more = subscription;
      while (waiting.isEmpty()) {
        if (over) {
          return ended();
        }
        changed.await();
      }
      for (ByteBuffer next = waiting.peek();
          next != null && count < length;
          next = waiting.peek()) {
        int part = Math.min(length - count, next.remaining());
        next.get(bytes, offset + count, part);
        count += part;
        if (!next.hasRemaining()) {
          waiting.remove();
        }
      }
      if (waiting.isEmpty()) {
        consumed = delivered;
        delivered = 0;
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    } finally {
      lock.unlock();
    }
    if (consumed > 0 && more != null) {
      // Not under the lock: this may deliver at once.
      more.request(consumed);
    }
    return count;
  }

  private int ended() throws IOException {
    if (failure != null) {
      throw failure instanceof IOException same ? same : new IOException(failure);
    }
    return -1;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public void close() {
    Flow.Subscription current;
    lock.lock();
    try {
      waiting.clear();
      current = over ? null : subscription;
      if (!over) {
        over = true;
        failure = new IOException("closed by this end");
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    if (current != null) {
      current.cancel();
    }
  }
}
