package io.polyplug.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.polyplug.base.ManualClock;
import io.polyplug.host.SupervisionPolicy.AfterDown;
import io.polyplug.host.SupervisionPolicy.Start;
import io.polyplug.wire.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How one reading of a plugin gives way to the next: {@link Succession} and {@link Retirement}. */
@Timeout(60)
class SuccessionTest {
  private static final ToolCall CALL = ToolCall.of(Json.NULL);

  private final ManualClock clock = new ManualClock();
  private final List<PluginDefinition> found = new CopyOnWriteArrayList<>();
  private final List<String> told = new CopyOnWriteArrayList<>();
  private final CompletableFuture<Integer> cutOff = new CompletableFuture<>();
  private final Version first = new Version(1);
  private final Version second = new Version(2);
  private boolean takesOver = true;
  private Duration overlap = Duration.ZERO;
  private Optional<Duration> farewell = Optional.empty();
  private PluginHost host;

  /** One reading: its only instance answers with its number, or when it is let go. */
  private static final class Version extends FakeSession implements PluginDefinition {
    final int number;
    final CompletableFuture<Void> called = new CompletableFuture<>();
    final CompletableFuture<Void> goOn = new CompletableFuture<>();

    Version(int number) {
      this.number = number;
    }

    @Override
    public PluginInfo info() {
      return new PluginInfo("c", "echo", "echo", "" + number, "", Path.of("/plugins/echo"), "echo");
    }

    @Override
    public SupervisionPolicy supervision() {
      return SupervisionPolicy.shared(Start.LAZY, AfterDown.RESTART_ON_CALL).finishingCalls();
    }

    @Override
    public Session start(InstanceContext context) {
      return this;
    }

    @Override
    public ToolResult call(String tool, ToolCall call) {
      if (tool.equals("wait")) {
        called.complete(null);
        CompletableFuture.anyOf(goOn, ended).join();
        if (!goOn.isDone()) {
          throw ended.join().thrown();
        }
      }
      return ToolResult.ok(Json.parse(Integer.toString(number)), Duration.ZERO);
    }
  }

  private PluginHost host() {
    found.add(first);
    host =
        PluginHost.builder()
            .contract(new EchoPlugins.Given("c", found))
            .pluginsFrom(Path.of("/plugins"))
            .clock(clock)
            .succession(
                new Succession() {
                  @Override
                  public boolean takesOver(Plugin before, Plugin successor) {
                    told.add(
                        "trial of %s, found is %s"
                            .formatted(answer(successor), host.plugin("echo").info().version()));
                    return takesOver;
                  }

                  @Override
                  public void retires(Plugin before, int calls) {
                    told.add("%s retires with %d".formatted(before.info().version(), calls));
                  }

                  @Override
                  public void cutOff(Plugin before, int calls) {
                    cutOff.complete(calls);
                  }

                  @Override
                  public Optional<Duration> longestFarewell() {
                    return farewell;
                  }

                  @Override
                  public Duration overlap() {
                    return overlap;
                  }
                })
            .build();
    return host;
  }

  @AfterEach
  void close() {
    first.goOn.complete(null);
    host.close();
  }

  private void replace() {
    found.clear();
    found.add(second);
    host.refresh();
  }

  private static String answer(Plugin plugin) {
    return plugin.tool("echo").call(CALL).output().toString();
  }

  private CompletableFuture<String> begin(Plugin plugin) throws Exception {
    CompletableFuture<String> answer =
        CompletableFuture.supplyAsync(
            () -> plugin.tool("wait").call(CALL).output().toString(),
            task -> Thread.ofVirtual().start(task));
    first.called.get(30, TimeUnit.SECONDS);
    return answer;
  }

  @Test
  void theSuccessorIsTriedWhileTheOldOneIsStillFound() {
    host();
    replace();
    assertThat(told).containsExactly("trial of 2, found is 1", "1 retires with 0");
    assertThat(answer(host.plugin("echo"))).isEqualTo("2");
  }

  @Test
  void oneThatDoesNotTakeOverIsEndedAndTheOldOneGoesOn() throws Exception {
    takesOver = false;
    host();
    replace();
    second.ended.get(30, TimeUnit.SECONDS);
    assertThat(told).containsExactly("trial of 2, found is 1");
    assertThat(answer(host.plugin("echo"))).isEqualTo("1");
    assertThat(first.ended).isNotDone();
  }

  @Test
  void aReplacedOneEndsAfterItsLastCall() throws Exception {
    host();
    CompletableFuture<String> answer = begin(host.plugin("echo"));
    replace();
    assertThat(told).last().isEqualTo("1 retires with 1");
    assertThat(first.ended).isNotDone();
    first.goOn.complete(null);
    assertThat(answer.get(30, TimeUnit.SECONDS)).isEqualTo("1");
    first.ended.get(30, TimeUnit.SECONDS);
  }

  @Test
  void callsThatTakeLongerThanTheFarewellAreCutOff() throws Exception {
    farewell = Optional.of(Duration.ofSeconds(30));
    host();
    CompletableFuture<String> answer = begin(host.plugin("echo"));
    replace();
    clock.advance(Duration.ofMillis(29_999));
    assertThat(cutOff).isNotDone();
    assertThat(first.ended).isNotDone();
    clock.advance(Duration.ofMillis(1));
    assertThat(cutOff.get(30, TimeUnit.SECONDS)).isEqualTo(1);
    first.ended.get(30, TimeUnit.SECONDS);
    assertThat(answer.handle((_, failure) -> failure != null).get(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void withoutCallsNothingIsCutOffWhenTheFarewellIsOver() throws Exception {
    farewell = Optional.of(Duration.ofSeconds(30));
    host();
    assertThat(answer(host.plugin("echo"))).isEqualTo("1");
    replace();
    first.ended.get(30, TimeUnit.SECONDS);
    clock.advance(Duration.ofSeconds(30));
    host.close();
    assertThat(cutOff).isNotDone();
  }

  @Test
  void whoFoundItBeforeItWasReplacedMayCallItDuringTheOverlap() throws Exception {
    overlap = Duration.ofSeconds(1);
    host();
    Plugin before = host.plugin("echo");
    assertThat(answer(before)).isEqualTo("1");
    replace();
    clock.advance(Duration.ofMillis(999));
    assertThat(answer(before)).isEqualTo("1");
    clock.advance(Duration.ofMillis(1));
    first.ended.get(30, TimeUnit.SECONDS);
    PluginFailure failure = catchThrowableOfType(PluginFailure.class, () -> answer(before));
    assertThat(failure.failure().code()).isEqualTo(FailureCode.UNAVAILABLE);
  }

  @Test
  void theEndOfTheHostEndsTheRetiredToo() throws Exception {
    host();
    CompletableFuture<String> answer = begin(host.plugin("echo"));
    replace();
    host.close();
    assertThat(first.ended).isDone();
    assertThat(answer.handle((_, failure) -> failure != null).get(30, TimeUnit.SECONDS)).isTrue();
  }
}
