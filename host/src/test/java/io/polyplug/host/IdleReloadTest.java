package io.polyplug.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.base.ManualClock;
import io.polyplug.host.SupervisionPolicy.AfterDown;
import io.polyplug.host.SupervisionPolicy.Backoff;
import io.polyplug.host.SupervisionPolicy.Instances;
import io.polyplug.host.SupervisionPolicy.OnReload;
import io.polyplug.host.SupervisionPolicy.Start;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a reload does to an eager plugin whose instance was ended because nobody used it. */
class IdleReloadTest {
  private static final Duration IDLE_AFTER = Duration.ofSeconds(10);

  private final ManualClock clock = new ManualClock();

  private SharedSupervisor reaped(OnReload onReload) {
    SharedSupervisor supervisor =
        new SharedSupervisor(
            "fake",
            new SupervisionPolicy(
                Instances.SHARED,
                Start.EAGER,
                AfterDown.RESTART_BY_TIMER,
                onReload,
                Backoff.DEFAULT,
                IDLE_AFTER,
                10),
            activity -> new FakeSession(),
            clock,
            Runnable::run,
            (from, to, reason) -> {});
    supervisor.hostStarted();
    assertThat(supervisor.state()).isEqualTo(PluginState.RUNNING);
    clock.advance(IDLE_AFTER.multipliedBy(2));
    assertThat(supervisor.state()).isEqualTo(PluginState.IDLE);
    return supervisor;
  }

  @Test
  void aReloadThatOnlyForgetsFailuresStartsNothing() {
    SharedSupervisor supervisor = reaped(OnReload.FORGET_FAILURES);
    supervisor.reload();
    assertThat(supervisor.state()).isEqualTo(PluginState.IDLE);
  }

  @Test
  void aReloadThatRestartsStartsIt() {
    SharedSupervisor supervisor = reaped(OnReload.RESTART);
    supervisor.reload();
    assertThat(supervisor.state()).isEqualTo(PluginState.RUNNING);
  }
}
