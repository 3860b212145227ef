package io.polyplug.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.polyplug.ainb.AinbPlugin;
import io.polyplug.ainb.protocol.AinbProtocol;
import io.polyplug.ainb.protocol.KeyCode;
import io.polyplug.ainb.protocol.KeyEvent;
import io.polyplug.host.FailureCode;
import io.polyplug.host.PluginError;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.PluginState;
import io.polyplug.host.ToolCall;
import io.polyplug.host.ToolChannel;
import io.polyplug.host.ToolInfo;
import io.polyplug.host.ToolProgress;
import io.polyplug.host.ToolResult;
import io.polyplug.host.ToolStream;
import io.polyplug.own.InterfaceContract;
import io.polyplug.sdk.Plugin;
import io.polyplug.wire.Json;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A plugin of the SDK under the host of each contract, without a process. */
class FakeHostTest {
  private static final String HI = "{\"text\":\"hi\"}";

  @Test
  void aToolOfRuneIsCalledAndItsProcessEnds() {
    try (FakeHost host = FakeHost.rune(Sample.plugin())) {
      assertThat(host.call("echo", HI).output()).hasToString(HI);
      assertThat(host.stage().spawner().alive()).isEmpty();
      assertThat(host.frames().stream().map(it -> it.method().orElse("")))
          .containsExactly("handshake", "handshake", "request", "response");
    }
  }

  @Test
  void aPluginsOwnErrorIsTold() {
    try (FakeHost host = FakeHost.rune(Sample.plugin())) {
      assertThatThrownBy(() -> host.call("fail", HI))
          .isInstanceOfSatisfying(
              PluginError.class, it -> assertThat(it.code()).isEqualTo("refused"));
    }
  }

  @Test
  void whatAToolOfRuneLogsIsSeen() {
    try (FakeHost host = FakeHost.rune(Sample.plugin())) {
      host.call("note", "{}");
      assertThat(host.awaitLog("noted")).contains("warn");
    }
  }

  @Test
  void aRuneToolThatNeverAnswersMeetsItsVirtualDeadline() {
    try (FakeHost host = FakeHost.rune(Sample.plugin())) {
      Future<ToolResult> waiting = host.begin("wait", Json.EMPTY_OBJECT);
      host.awaitFrame("request");
      host.advance(Duration.ofSeconds(4));
      assertThat(waiting.isDone()).isFalse();
      host.advance(Duration.ofSeconds(2));
      assertThatThrownBy(() -> host.await(waiting))
          .isInstanceOfSatisfying(
              PluginFailure.class,
              it -> assertThat(it.failure().code()).isEqualTo(FailureCode.TIMEOUT));
    }
  }

  @Test
  void aSidecarIsCalledStreamedAndTalkedTo() {
    try (FakeHost host = FakeHost.bowire(Sample.plugin())) {
      assertThat(host.call("echo", HI).output()).hasToString(HI);
      try (ToolStream stream = host.stream("count", Json.parse("{\"to\":2}"))) {
        assertThat(stream.next().map(Json::toString)).contains("1");
        assertThat(stream.next().map(Json::toString)).contains("2");
        assertThat(stream.next()).isEmpty();
      }
      try (ToolChannel channel = host.open("mirror", Json.EMPTY_OBJECT)) {
        channel.send(Json.string("there"));
        assertThat(channel.next().map(Json::toString)).contains("\"there\"");
      }
      assertThat(host.tools().stream().map(ToolInfo::name)).contains("sample/echo");
      host.stop();
      assertThat(host.frames().stream().map(it -> it.method().orElse(""))).contains("shutdown");
      assertThat(host.stage().spawner().alive()).isEmpty();
    }
  }

  @Test
  void aSidecarsDeadlineIsVirtual() {
    try (FakeHost host = FakeHost.bowire(Sample.plugin())) {
      ToolCall patient = ToolCall.of(Json.EMPTY_OBJECT).withTimeout(Duration.ofMinutes(5));
      Future<ToolResult> waiting = host.stage().begin(() -> host.call("wait", patient));
      host.awaitFrame("invoke");
      host.advance(Duration.ofMinutes(6));
      assertThatThrownBy(() -> host.await(waiting))
          .isInstanceOfSatisfying(
              PluginFailure.class,
              it -> assertThat(it.failure().code()).isEqualTo(FailureCode.TIMEOUT));
    }
  }

  @Test
  void aToolOfAinbIsCalledAndPublishes() {
    try (FakeHost host = FakeHost.ainb(Sample.plugin())) {
      assertThat(host.call("share", HI).output()).hasToString(HI);
      host.awaitFrame(AinbProtocol.SNAPSHOT_PUBLISH);
      host.stage().time().settle();
      assertThat(host.published("sample.topic").orElseThrow().payload())
          .asString(StandardCharsets.UTF_8)
          .isEqualTo("hi");
    }
  }

  @Test
  void aDeniedCapabilityIsDeniedOnTheWire() {
    try (FakeHost host = FakeHost.ainb(Sample.plugin()).denying("read_paths")) {
      assertThatThrownBy(() -> host.call("read", "{\"text\":\"~/notes/a\"}"))
          .isInstanceOf(PluginError.class);
      assertThat(host.awaitFrame(it -> it.isToPlugin() && it.member("error").isPresent()).text())
          .contains(Integer.toString(AinbProtocol.CAPABILITY_DENIED));
    }
  }

  @Test
  void aGrantedFileIsRead() throws Exception {
    try (FakeHost host = FakeHost.ainb(Sample.plugin())) {
      Files.writeString(Files.createDirectories(host.home().resolve("notes")).resolve("a"), "mine");
      assertThat(host.call("read", "{\"text\":\"~/notes/a\"}").output())
          .hasToString("{\"text\":\"mine\"}");
    }
  }

  @Test
  void theTestAnswersAReverseCall() {
    try (FakeHost host = FakeHost.ainb(Sample.plugin())) {
      host.answering(AinbProtocol.READ_FILE, _ -> Json.parse("{\"bytes\":\"aGV5\"}"));
      assertThat(host.call("read", "{\"text\":\"/anything\"}").output())
          .hasToString("{\"text\":\"hey\"}");
    }
  }

  @Test
  void noReverseCallIsAnsweredWhereThereIsNone() {
    try (FakeHost host = FakeHost.mcp(Sample.plugin())) {
      assertThatThrownBy(() -> host.answering(AinbProtocol.READ_FILE, it -> it))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("sample is of mcp");
    }
  }

  @Test
  void aScreenIsRenderedAfterKeysAndNews() {
    try (FakeHost host = FakeHost.ainb(Sample.plugin())) {
      AinbPlugin plugin = host.as(AinbPlugin.class);
      assertThat(shown(plugin, 12, 2)).isEqualTo("12x2-");
      plugin.key("board", KeyEvent.press(new KeyCode.Char(120), 0));
      host.publish("sample.news", " news".getBytes(StandardCharsets.UTF_8));
      host.awaitFrame(AinbProtocol.HANDLE_EVENT);
      assertThat(shown(plugin, 20, 2)).isEqualTo("20x2xnews");
    }
  }

  private static String shown(AinbPlugin plugin, int width, int height) {
    StringBuilder text = new StringBuilder();
    plugin.render(width, height).buffer().cells().forEach(it -> text.append(it.symbol()));
    return text.toString();
  }

  @Test
  void anIdlePluginOfAinbIsReapedInVirtualTime() {
    Plugin plugin =
        Plugin.named("sample").tool("echo", "Repeats.", Json.EMPTY_OBJECT, (input, _) -> input);
    try (FakeHost host = FakeHost.ainb(plugin).setting("idle_reap = \"90s\"")) {
      host.call("echo", HI);
      host.advance(Duration.ofMinutes(1));
      assertThat(host.plugin().state()).isEqualTo(PluginState.RUNNING);
      host.advance(Duration.ofMinutes(2));
      assertThat(host.plugin().state()).isEqualTo(PluginState.IDLE);
      assertThat(host.stage().spawner().alive()).isEmpty();
    }
  }

  @Test
  void anAdapterAnswersQuestions(@TempDir Path dish) throws Exception {
    String dir = Json.object(out -> out.writeStringProperty("dir", dish.toString())).toString();
    try (FakeHost host = FakeHost.bento(Sample.plugin())) {
      assertThat(host.call("detect", dir).output().toString()).contains("false");
      Files.createFile(dish.resolve("sample.toml"));
      assertThat(host.call("detect", dir).output().toString()).contains("true");
    }
  }

  @Test
  void aServerOfMcpTellsProgress() {
    List<ToolProgress> told = new ArrayList<>();
    try (FakeHost host = FakeHost.mcp(Sample.plugin())) {
      ToolResult result = host.call("note", ToolCall.of(Json.EMPTY_OBJECT).withProgress(told::add));
      assertThat(result.ok()).isTrue();
      assertThat(told).extracting(ToolProgress::message).containsExactly("half");
    }
  }

  @Test
  void aCancelledCallOfMcpIsCancelledAtThePlugin() {
    try (FakeHost host = FakeHost.mcp(Sample.plugin())) {
      Future<ToolResult> waiting =
          host.stage()
              .begin(
                  () ->
                      host.call(
                          "wait",
                          ToolCall.of(Json.EMPTY_OBJECT).withTimeout(Duration.ofSeconds(3))));
      host.awaitFrame("tools/call");
      host.advance(Duration.ofSeconds(4));
      assertThatThrownBy(() -> host.await(waiting)).isInstanceOf(PluginFailure.class);
      assertThat(host.awaitFrame("notifications/cancelled").isToPlugin()).isTrue();
    }
  }

  @Test
  void anOwnContractIsCalledBothWays() {
    InterfaceContract contract =
        InterfaceContract.of("acme.greeter", 1, Sample.Greeter.class)
            .callbacks(Sample.Crowd.class, _ -> text -> text.toUpperCase(java.util.Locale.ROOT))
            .build();
    try (FakeHost host = FakeHost.own(contract, Sample.plugin())) {
      Sample.Greeter greeter = host.as(Sample.Greeter.class);
      assertThat(greeter.greet("Ada")).isEqualTo("Hello, Ada!");
      assertThat(greeter.relay("hey")).isEqualTo("HEY");
    }
  }

  @Test
  void anyProgramOfStreamsIsAPlugin() {
    InMemoryPlugin program =
        InMemoryPlugin.of(
            "rune",
            "raw",
            self -> {
              self.stderr().println("no word");
              return 7;
            });
    try (FakeHost host = FakeHost.of(program)) {
      assertThatThrownBy(() -> host.call("any", "{}"))
          .isInstanceOfSatisfying(
              PluginFailure.class,
              it -> {
                assertThat(it.failure().code()).isEqualTo(FailureCode.CRASHED);
                assertThat(it.failure().message()).contains("code 7");
                assertThat(it.failure().stderr()).containsExactly("no word");
              });
    }
  }

  @Test
  void theStreamsOfTheJvmAreNotTouched() {
    InputStream in = System.in;
    PrintStream out = System.out;
    try (FakeHost host = FakeHost.mcp(Sample.plugin())) {
      host.call("echo", HI);
      assertThat(System.in).isSameAs(in);
      assertThat(System.out).isSameAs(out);
    }
  }

  @Test
  void whatIsGivenTooLateIsRefused() {
    try (FakeHost host = FakeHost.rune(Sample.plugin())) {
      host.call("echo", HI);
      assertThatThrownBy(() -> host.denying("network"))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("before");
    }
  }
}
