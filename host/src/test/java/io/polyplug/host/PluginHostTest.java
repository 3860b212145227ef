package io.polyplug.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.polyplug.host.SupervisionPolicy.Start;
import io.polyplug.wire.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A host with a contract of the test's own, whose instances live in this process. */
class PluginHostTest {
  private final List<EchoPlugins.EchoSession> sessions = new ArrayList<>();

  private EchoPlugins.Echo echo(String contract, String id, Start start) {
    return EchoPlugins.echo(contract, id, start, sessions);
  }

  @Test
  void aComplaintShowsAlsoWhereTheContractHasNoWordForIt() {
    try (PluginHost host =
        EchoPlugins.host(new EchoPlugins.Worded(echo("c", "echo", Start.LAZY)))) {
      Plugin plugin = host.plugin("echo");
      plugin.tool("echo").call(ToolCall.of(Json.NULL));
      assertThat(plugin.status().health()).isEqualTo(new Health("healthy", ""));
      sessions.getFirst().complaint = Optional.of("no answer to a ping");
      assertThat(plugin.status().health())
          .isEqualTo(new Health("unhealthy", "no answer to a ping"));
    }
  }

  @Test
  void callsStreamsAndChannelsTravelTheSameWay() {
    try (PluginHost host = EchoPlugins.host(echo("c", "echo", Start.LAZY))) {
      Plugin plugin = host.plugin("echo");
      JsonNode input = JsonMapper.shared().createObjectNode().put("n", 1);
      assertThat(plugin.tool("echo").call(input)).isEqualTo(input);
      List<JsonNode> results = new ArrayList<>();
      try (ToolStream stream = plugin.tool("echo").stream(input)) {
        stream.forEach(results::add);
      }
      assertThat(results).containsExactly(input, input, input);
      try (ToolChannel channel = plugin.tool("echo").open(ToolCall.of(Json.NULL))) {
        assertThat(channel.send(Json.string("hi"))).isTrue();
        assertThat(channel.next()).contains(Json.string("hi"));
        channel.closeInput();
        assertThat(channel.next(Duration.ofSeconds(1))).isEmpty();
      }
      assertThat(sessions).hasSize(1);
      assertThat(plugin.tools()).extracting(ToolInfo::name).containsExactly("echo");
    }
    assertThat(sessions.getFirst().ended).isDone();
  }

  @Test
  void eagerPluginsStartWithTheHostAndAllEndWithIt() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch closed = new CountDownLatch(1);
    HostBuilder builder =
        PluginHost.builder()
            .contract(new EchoPlugins.Given("c", List.of(echo("c", "echo", Start.EAGER))))
            .pluginsFrom(Path.of("/plugins"))
            .listener(
                event -> {
                  if (event instanceof HostEvent.StateChanged change) {
                    switch (change.to()) {
                      case RUNNING -> running.countDown();
                      case CLOSED -> closed.countDown();
                      default -> {}
                    }
                  }
                });
    try (PluginHost host = builder.build()) {
      assertThat(running.await(10, TimeUnit.SECONDS)).isTrue();
      assertThat(host.plugin("echo").state()).isEqualTo(PluginState.RUNNING);
    }
    assertThat(closed.await(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void theListenerHearsOfEachCallAndHowItEnded() throws Exception {
    List<HostEvent> events = new ArrayList<>();
    CountDownLatch both = new CountDownLatch(2);
    try (PluginHost host = EchoPlugins.host(echo("c", "echo", Start.LAZY))) {
      host.events()
          .subscribe(
              event -> {
                if (event instanceof HostEvent.CallEnded ended) {
                  events.add(ended);
                  both.countDown();
                }
              });
      Plugin plugin = host.plugin("echo");
      plugin.tool("echo").call(ToolCall.of(Json.NULL));
      assertThatThrownBy(() -> plugin.tool("fail").call(ToolCall.of(Json.NULL)))
          .isInstanceOf(PluginError.class);
      assertThat(both.await(10, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(events)
        .extracting(event -> ((HostEvent.CallEnded) event).errorCode())
        .containsExactly(Optional.empty(), Optional.of("no"));
  }

  @Test
  void aSharedIdIsPickedByItsContract() {
    try (PluginHost host =
        EchoPlugins.host(echo("one", "same", Start.LAZY), echo("two", "same", Start.LAZY))) {
      assertThatThrownBy(() -> host.plugin("same")).hasMessageContaining("one:same, two:same");
      assertThat(host.plugin("two:same").info().contract()).isEqualTo("two");
      assertThatThrownBy(() -> host.plugin("smae")).hasMessageContaining("Did you mean same");
    }
  }

  @Test
  void aTypedClientIsTheContracts() {
    try (PluginHost host = EchoPlugins.host(echo("c", "echo", Start.LAZY))) {
      assertThat(host.plugin("echo").as(String.class)).isEqualTo("client of echo");
      assertThatThrownBy(() -> host.plugin("echo").as(Integer.class))
          .hasMessageContaining("unsupported");
    }
  }

  @Test
  void aClosedHostRefusesCalls() {
    PluginHost host = EchoPlugins.host(echo("c", "echo", Start.LAZY));
    Plugin plugin = host.plugin("echo");
    host.close();
    host.close();
    assertThatThrownBy(() -> plugin.tool("echo").call(ToolCall.of(Json.NULL)))
        .isInstanceOf(PluginFailure.class)
        .hasMessageContaining("unavailable");
  }

  @Test
  void theStatusTellsProcessReasonAndRestarts() throws Exception {
    CountDownLatch crashed = new CountDownLatch(1);
    try (PluginHost host = EchoPlugins.host(echo("c", "echo", Start.LAZY));
        var _ =
            host.events()
                .subscribe(
                    event -> {
                      if (event instanceof HostEvent.StateChanged it && it.reason().isPresent()) {
                        crashed.countDown();
                      }
                    })) {
      Plugin plugin = host.plugin("echo");
      assertThat(plugin.status().state()).isEqualTo(PluginState.IDLE);
      plugin.tool("echo").call(ToolCall.of(Json.NULL));
      assertThat(plugin.status().pid()).hasValue(4711);
      assertThat(plugin.status().runningSince()).isPresent();
      assertThat(plugin.status().health()).isEqualTo(new Health("running", ""));
      sessions.getFirst().complaint = Optional.of("it answered no ping");
      assertThat(plugin.status().health()).isEqualTo(new Health("running", "it answered no ping"));
      sessions.getFirst().ended.complete(new Failure(FailureCode.CRASHED, "echo", "boom"));
      assertThat(crashed.await(60, TimeUnit.SECONDS)).isTrue();
      assertThat(plugin.status().health()).isEqualTo(new Health("down", "boom"));
      assertThat(plugin.status().pid()).isEmpty();
      plugin.tool("echo").call(ToolCall.of(Json.NULL));
      assertThat(plugin.status().restarts()).isEqualTo(1);
      plugin.disable();
      assertThat(plugin.awaitSettled(Duration.ofSeconds(30))).isTrue();
      assertThat(plugin.status().health().word()).isEqualTo(Health.DISABLED);
      assertThat(plugin.status().enabled()).isFalse();
    }
  }

  @Test
  void whatTheProgramDisabledStaysSoWhenFilesAreReadAgain() {
    try (PluginHost host = EchoPlugins.host(echo("c", "echo", Start.LAZY))) {
      Plugin plugin = host.plugin("echo");
      plugin.disable();
      host.refresh();
      assertThat(host.plugin("echo").status().enabled()).isFalse();
      plugin.enable();
      host.refresh();
      assertThat(host.plugin("echo").status().enabled()).isTrue();
    }
  }

  @Test
  void aCheckStartsWhatIsSharedAndSaysHowItIs() {
    try (PluginHost host = EchoPlugins.host(echo("c", "echo", Start.LAZY))) {
      assertThat(host.plugin("echo").check(Duration.ofSeconds(30)).word()).isEqualTo("running");
    }
  }

  @Test
  void aRefreshAddsRemovesAndReplacesWhileOthersGoOn() {
    List<PluginDefinition> there = new ArrayList<>();
    there.add(echo("c", "stays", Start.LAZY));
    there.add(echo("c", "goes", Start.LAZY));
    there.add(echo("c", "changes", Start.LAZY));
    List<String> heard = Collections.synchronizedList(new ArrayList<>());
    HostBuilder builder =
        PluginHost.builder()
            .pluginsFrom(Path.of("/plugins"))
            .contract(new EchoPlugins.Given("c", there))
            .listener(
                event -> {
                  switch (event) {
                    case HostEvent.PluginAdded added -> heard.add("+" + added.plugin());
                    case HostEvent.PluginRemoved removed -> heard.add("-" + removed.plugin());
                    default -> {}
                  }
                });
    try (PluginHost host = builder.build()) {
      host.plugins().forEach(plugin -> plugin.tool("echo").call(ToolCall.of(Json.NULL)));
      Plugin stays = host.plugin("stays");
      Plugin goes = host.plugin("goes");
      there.set(1, echo("c", "comes", Start.LAZY));
      there.set(2, echo("c", "changes", Start.EAGER));
      host.refresh();
      assertThat(host.plugin("stays")).isSameAs(stays);
      assertThat(stays.state()).isEqualTo(PluginState.RUNNING);
      assertThat(goes.state()).isEqualTo(PluginState.CLOSED);
      assertThat(host.plugins())
          .extracting(plugin -> plugin.info().id())
          .containsExactly("stays", "comes", "changes");
      assertThat(host.plugin("changes").awaitSettled(Duration.ofSeconds(30))).isTrue();
      assertThat(host.plugin("changes").state()).isEqualTo(PluginState.RUNNING);
    }
    assertThat(heard).containsExactlyInAnyOrder("-c:goes", "-c:changes", "+c:comes", "+c:changes");
  }

  @Test
  void whatIsDisabledFromTheStartIsNotStartedAndIsAskedAgainAtARefresh() {
    boolean[] off = {true};
    HostBuilder builder =
        PluginHost.builder()
            .pluginsFrom(Path.of("/plugins"))
            .contract(new EchoPlugins.Given("c", List.of(echo("c", "echo", Start.EAGER))))
            .disabled(info -> off[0]);
    try (PluginHost host = builder.build()) {
      assertThat(host.plugin("echo").status().enabled()).isFalse();
      assertThat(sessions).isEmpty();
      off[0] = false;
      host.refresh();
      assertThat(host.plugin("echo").awaitSettled(Duration.ofSeconds(30))).isTrue();
      assertThat(sessions).hasSize(1);
    }
  }
}
