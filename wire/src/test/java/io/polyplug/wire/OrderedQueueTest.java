package io.polyplug.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class OrderedQueueTest {
  private static final OrderedQueue.Item ITEM =
      new InboundDesk.QueuedNotification(new Notification("n", null), notification -> {}, 1);

  @Test
  void asManyEndlessStreamsAsCoresLeaveRoomForOtherVirtualThreads() throws Exception {
    int cores = Runtime.getRuntime().availableProcessors();
    CountDownLatch running = new CountDownLatch(cores);
    CountDownLatch others = new CountDownLatch(100);
    AtomicBoolean over = new AtomicBoolean();
    for (int i = 0; i < cores; i++) {
      endless(running, over);
    }
    try {
      assertThat(running.await(30, TimeUnit.SECONDS)).isTrue();
      for (int i = 0; i < 100; i++) {
        Thread.ofVirtual().start(others::countDown);
      }
      assertThat(others.await(30, TimeUnit.SECONDS)).isTrue();
    } finally {
      over.set(true);
    }
  }

  private static void endless(CountDownLatch running, AtomicBoolean over) {
    AtomicReference<OrderedQueue> self = new AtomicReference<>();
    OrderedQueue queue =
        new OrderedQueue(
            InboundBounds.DEFAULT,
            item -> {
              running.countDown();
              if (!over.get()) {
                self.get().addAlways(item);
              }
            });
    self.set(queue);
    queue.addAlways(ITEM);
  }
}
