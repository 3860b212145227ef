package io.polyplug.host;

import io.polyplug.base.Deadline;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Those who wait until a supervisor is neither starting nor stopping. Any thread may wait; the rest
 * happens in the supervisor's queue.
 */
final class SettledWaits {
  private final SerialQueue serial;
  private final List<CountDownLatch> waiting = new ArrayList<>();

  SettledWaits(SerialQueue serial) {
    this.serial = serial;
  }

  /** Called in the queue after every change. */
  void tell(boolean settled) {
    if (settled) {
      waiting.forEach(CountDownLatch::countDown);
      waiting.clear();
    }
  }

  /** False if the time was up first, or the waiting was interrupted. */
  boolean await(Deadline deadline, BooleanSupplier settled) {
    CountDownLatch told = new CountDownLatch(1);
    serial.execute(
        () -> {
          waiting.add(told);
          tell(settled.getAsBoolean());
        });
    try {
      if (told.await(deadline.left().toNanos(), TimeUnit.NANOSECONDS)) {
        return true;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    serial.execute(() -> waiting.remove(told));
    return false;
  }
}
