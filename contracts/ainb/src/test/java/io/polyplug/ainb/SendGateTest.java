package io.polyplug.ainb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class SendGateTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  private final SendGate gate = new SendGate(() -> new IllegalStateException("closed"), LONG);
  private final List<String> happened = new CopyOnWriteArrayList<>();

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void whatIsClosedSendsNothing() {
    assertThat(gate.sending(() -> "sent")).isEqualTo("sent");
    gate.close();
    gate.close();
    assertThatIllegalStateException().isThrownBy(() -> gate.sending(() -> happened.add("sent")));
    assertThatIllegalStateException().isThrownBy(gate::refuseIfClosed);
    assertThat(happened).isEmpty();
  }

  @Test
  void aCloseReturnsWhenNothingIsBeingSentAnyMore() throws Exception {
    CountDownLatch sending = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    Thread sender =
        Thread.ofVirtual()
            .start(
                () ->
                    gate.sending(
                        () -> {
                          sending.countDown();
                          await(goOn);
                          return happened.add("sent");
                        }));
    sending.await();
    Thread closer =
        Thread.ofVirtual()
            .start(
                () -> {
                  gate.close();
                  happened.add("closed");
                });
    while (closer.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    goOn.countDown();
    assertThat(sender.join(LONG)).isTrue();
    assertThat(closer.join(LONG)).isTrue();
    assertThat(happened).containsExactly("sent", "closed");
  }

  @Test
  void aCloseOutOfASendingDoesNotWaitForItselfForEver() {
    SendGate impatient =
        new SendGate(() -> new IllegalStateException("closed"), Duration.ofMillis(1));
    assertThat(
            impatient.sending(
                () -> {
                  impatient.close();
                  return "sent";
                }))
        .isEqualTo("sent");
  }
}
