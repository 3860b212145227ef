package io.polyplug.cli.running;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.polyplug.host.FailureCode;
import io.polyplug.host.HostBuilder;
import io.polyplug.host.LogBook;
import io.polyplug.host.NoSuchPlugin;
import io.polyplug.host.PluginError;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.PluginHost;
import io.polyplug.host.ToolCall;
import io.polyplug.host.ToolResult;
import io.polyplug.host.ToolStream;
import io.polyplug.host.config.DisabledPlugins;
import io.polyplug.wire.Json;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Both ends of the socket in one process, with a plugin that tells what happens to it. */
class RunningHostTest {
  @TempDir Path folder;
  private final FakeContract fake = new FakeContract();
  private final CountDownLatch stopped = new CountDownLatch(1);
  private RunFolder place;
  private LogBook logs;
  private PluginHost host;
  private RunningHost running;

  @BeforeEach
  void listen() {
    place = new RunFolder(folder.resolve("run"));
    place.prepare();
    HostBuilder builder = PluginHost.builder().contract(fake).pluginsFrom(folder);
    logs = builder.logBook();
    host = builder.build();
    running =
        RunningHost.listen(
            place,
            new RunningHost.Served(
                "1.0",
                Instant.EPOCH,
                new LocalView(host, true, _ -> Optional.of(new SourceNote("a zip", "sha256:1"))),
                logs,
                new DisabledPlugins(folder),
                List.of(Path.of("/a/polyplug.toml")),
                List.of(),
                stopped::countDown));
  }

  @AfterEach
  void end() {
    running.close();
    host.close();
    logs.close();
  }

  private RunningView connect() {
    return RunningView.connect(place, "1.0").orElseThrow();
  }

  private static ToolCall call() {
    return ToolCall.of(Json.parse("{\"n\": 1.10}")).withMetadata("m", "v");
  }

  private static void await(CountDownLatch latch) throws InterruptedException {
    assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void whatAHostAnswersComesAsItIs() {
    try (RunningView view = connect()) {
      assertThat(view.files()).containsExactly(Path.of("/a/polyplug.toml"));
      assertThat(view.pid()).isEqualTo(ProcessHandle.current().pid());
      Listing.Row row = view.list(true).plugins().getFirst();
      assertThat(row).isEqualTo(view.plugin("fake:one"));
      assertThat(row.status()).isEqualTo("idle");
      assertThat(row.source()).contains(new SourceNote("a zip", "sha256:1"));
      ToolResult result = view.call("one", "echo", call());
      assertThat(result.output()).hasToString("{\"n\": 1.10}");
      assertThat(result.status()).isEqualTo("fine");
      assertThat(result.ok()).isFalse();
      assertThat(result.metadata()).containsEntry("m", Json.NULL);
      assertThat(result.attachments()).containsEntry("a", "b");
    }
  }

  @Test
  void whatAHostThrowsIsThrownHere() {
    try (RunningView view = connect()) {
      PluginError error =
          catchThrowableOfType(PluginError.class, () -> view.call("one", "error", call()));
      assertThat(error.code()).isEqualTo("its_code");
      assertThat(error.text()).isEqualTo("its words");
      assertThat(error.data()).contains(Json.parse("[1]"));
      PluginFailure failure =
          catchThrowableOfType(PluginFailure.class, () -> view.call("one", "fail", call()));
      assertThat(failure.failure().code()).isEqualTo(FailureCode.CRASHED);
      assertThat(failure.failure().message()).isEqualTo("boom");
      assertThat(failure.failure().stderr()).containsExactly("last words");
      assertThatThrownBy(() -> view.plugin("two")).isInstanceOf(NoSuchPlugin.class);
    }
  }

  @Test
  void aDefectOfTheHostIsNoMistakeOfTheUser() {
    try (RunningView view = connect()) {
      assertThatThrownBy(() -> view.call("one", "defect", call()))
          .isInstanceOf(RunningDefect.class)
          .hasMessageContaining("cannot happen");
    }
  }

  @Test
  void aStreamComesInOrderAndEndsAsItEnded() {
    try (RunningView view = connect()) {
      try (ToolStream stream = view.stream("one", "three", call())) {
        for (int i = 0; i < 3; i++) {
          assertThat(stream.next()).contains(Json.parse("" + i));
        }
        assertThat(stream.next()).isEmpty();
      }
      try (ToolStream stream = view.stream("one", "broken", call())) {
        for (int i = 0; i < 3; i++) {
          assertThat(stream.next()).isPresent();
        }
        assertThatThrownBy(stream::next).hasMessageContaining("boom");
      }
    }
  }

  @Test
  void aClientThatGoesAwayCancelsItsCallsAndStreams() throws Exception {
    RunningView view = connect();
    Thread caller =
        Thread.ofPlatform()
            .start(
                () ->
                    assertThatThrownBy(() -> view.call("one", "hang", call()))
                        .hasMessageContaining("disconnected"));
    assertThat(view.stream("one", "open", call()).next()).isPresent();
    await(fake.callBegan);
    view.close();
    await(fake.callCancelled);
    await(fake.streamClosed);
    caller.join(60_000);
  }

  @Test
  void aClientThatDoesNotReadLosesItsStreamAndHoldsUpNobody() throws Exception {
    try (RunningView slow = connect();
        RunningView quick = connect()) {
      ToolStream stream = slow.stream("one", "endless", call());
      await(fake.streamClosed);
      assertThat(quick.call("one", "echo", call()).status()).isEqualTo("fine");
      PluginFailure failure =
          catchThrowableOfType(
              PluginFailure.class,
              () -> {
                while (stream.next().isPresent()) {}
              });
      assertThat(failure.failure().code()).isEqualTo(FailureCode.OVERLOADED);
      assertThat(failure.failure().plugin()).isEqualTo("one");
    }
  }

  @Test
  void anotherVersionIsRefusedInOneSentence() {
    assertThatThrownBy(() -> RunningView.connect(place, "2.0"))
        .isInstanceOf(RunningProblem.class)
        .hasMessageContaining("1.0")
        .hasMessageContaining("--local");
  }

  @Test
  void aSocketThatNobodyListensToIsNoHost() throws Exception {
    running.close();
    assertThat(RunningView.connect(place, "1.0")).isEmpty();
    Files.createFile(place.socket());
    assertThat(RunningView.connect(place, "1.0")).isEmpty();
  }

  @Test
  void aSocketWhoseQueueIsFullIsAHostThatDoesNotAnswer() throws Exception {
    running.close();
    List<SocketChannel> waiting = new ArrayList<>();
    try (ServerSocketChannel deaf = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      UnixDomainSocketAddress address = UnixDomainSocketAddress.of(place.socket());
      deaf.bind(address, 1);
      for (boolean let = true; let; ) {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        waiting.add(channel);
        channel.configureBlocking(false);
        try {
          let = channel.connect(address);
        } catch (SocketException e) {
          let = false;
        }
      }
      assertThatThrownBy(() -> RunningView.connect(place, "1.0", Duration.ofMillis(100)))
          .isInstanceOf(RunningProblem.class)
          .hasMessageContaining("does not answer")
          .hasMessageContaining("--local");
    } finally {
      for (SocketChannel channel : waiting) {
        channel.close();
      }
    }
  }

  @Test
  void moreClientsThanTheLimitAreToldSo() {
    List<RunningView> views = new ArrayList<>();
    try {
      for (int i = 0; i < RunningHost.MOST_CLIENTS; i++) {
        views.add(connect());
      }
      assertThatThrownBy(() -> RunningView.connect(place, "1.0"))
          .isInstanceOf(RunningProblem.class)
          .hasMessageContaining("serves 128 commands already")
          .hasMessageContaining("--local");
    } finally {
      views.forEach(RunningView::close);
    }
  }

  @Test
  void aClientCanAskForTheEnd() throws Exception {
    try (RunningView view = connect()) {
      Thread asking =
          Thread.ofPlatform().start(() -> assertThat(view.stop(Duration.ofSeconds(60))).isTrue());
      await(stopped);
      running.close();
      asking.join(60_000);
      assertThat(asking.isAlive()).isFalse();
    }
  }
}
