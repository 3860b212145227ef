package io.polyplug.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PatientLoopTest {
  @Test
  void aLoopThatLastsMovesToAPlatformThreadAndNeverTakesTwoStepsAtOnce() throws Exception {
    CountDownLatch over = new CountDownLatch(1);
    AtomicInteger inside = new AtomicInteger();
    AtomicBoolean twice = new AtomicBoolean();
    PatientLoop loop =
        new PatientLoop(
            "test",
            () -> {
              twice.compareAndSet(false, inside.incrementAndGet() > 1);
              boolean last = !Thread.currentThread().isVirtual();
              inside.decrementAndGet();
              if (last) {
                over.countDown();
              }
              return !last;
            });
    loop.start();
    assertThat(over.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(twice).isFalse();
  }

  @Test
  void aLoopThatFoundNothingToDoMayBeStartedAnew() throws Exception {
    Semaphore looked = new Semaphore(0);
    PatientLoop loop =
        new PatientLoop(
            "test",
            () -> {
              looked.release();
              return false;
            });
    for (int i = 0; i < 3; i++) {
      loop.start();
      assertThat(looked.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
    }
  }
}
