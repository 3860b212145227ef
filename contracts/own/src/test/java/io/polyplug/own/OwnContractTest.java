package io.polyplug.own;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.polyplug.host.FailureCode;
import io.polyplug.host.Grants;
import io.polyplug.host.Plugin;
import io.polyplug.host.PluginError;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.PluginHost;
import io.polyplug.host.ToolCall;
import io.polyplug.own.Greeter.Mood;
import io.polyplug.own.Greeter.Word;
import io.polyplug.own.Stage.Listeners;
import io.polyplug.wire.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A plugin that implements an interface, in two languages and both framings. */
class OwnContractTest {
  @TempDir Path folder;

  private PluginHost host(Stage stage, Crowd crowd, String... words) throws IOException {
    return stage.host(folder, stage.contract(crowd).build(), words).build();
  }

  private static PluginFailure failureOf(Runnable call) {
    return catchThrowableOfType(PluginFailure.class, call::run);
  }

  @ParameterizedTest
  @MethodSource("io.polyplug.own.Stage#all")
  void methodsTakeAndGiveValuesOfTheirTypes(Stage stage) throws Exception {
    Listeners crowd = new Listeners();
    try (PluginHost host = host(stage, crowd, "asks")) {
      Greeter ada = host.plugin("ada").as(Greeter.class);
      assertThat(ada.greet("Zoë \u2028 𝄞")).isEqualTo("Hello, Zoë \u2028 𝄞!");
      List<Word> words =
          List.of(
              new Word("a", 1L << 40, Optional.of(Mood.LOUD)), new Word("b", 2, Optional.empty()));
      assertThat(ada.tally(words)).isEqualTo(Map.of("a", 1L << 40, "b", 2L));
      assertThat(ada.find("key")).contains("found");
      assertThat(ada.find("other")).isEmpty();
      assertThat(ada.greetAll(List.of("A", "B"))).isEqualTo("Hello, A! Hello, B!");
      ada.remember("this");
      assertThat(crowd.heard.poll(60, TimeUnit.SECONDS)).isEqualTo("this");
      assertThat(ada).hasToString("acme.greeter:ada");
      assertThat(host.plugin("ada").status().greeting().orElseThrow().answer().toString())
          .contains("\"contract\":\"acme.greeter\"");
      assertThat(Set.of(ada)).contains(ada);
      assertThat(ada.equals(host.plugin("ada").as(Greeter.class))).isFalse();
    }
  }

  @ParameterizedTest
  @MethodSource("io.polyplug.own.Stage#all")
  void thePluginCallsBackWhileItsCallerWaits(Stage stage) throws Exception {
    AtomicReference<Greeter> again = new AtomicReference<>();
    Listeners crowd = new Listeners();
    Crowd asking =
        new Crowd() {
          @Override
          public String shout(String text) {
            return again.get().greet(text);
          }

          @Override
          public int letters(String text) {
            return crowd.letters(text);
          }

          @Override
          public void heard(String text) {}
        };
    try (PluginHost host = host(stage, asking, "asks")) {
      Greeter ada = host.plugin("ada").as(Greeter.class);
      again.set(ada);
      assertThat(ada.relay("you")).isEqualTo("Hello, you!");
      assertThat(ada.count("four")).isEqualTo(4);
      PluginError told = catchThrowableOfType(PluginError.class, () -> ada.count(""));
      assertThat(told.code()).isEqualTo("nothing_there");
      assertThat(told.text()).isEqualTo("there are no letters");
    }
  }

  @ParameterizedTest
  @MethodSource("io.polyplug.own.Stage#all")
  void whoAsksForNothingIsDenied(Stage stage) throws Exception {
    try (PluginHost host = host(stage, new Listeners())) {
      Greeter ada = host.plugin("ada").as(Greeter.class);
      PluginError told = catchThrowableOfType(PluginError.class, () -> ada.relay("hey"));
      assertThat(told.code()).isEqualTo("denied");
      assertThat(told.text()).isEqualTo("capability denied: shout");
      assertThat(ada.greet("you")).isEqualTo("Hello, you!");
    }
  }

  @ParameterizedTest
  @MethodSource("io.polyplug.own.Stage#all")
  void whoAsksForWhatTheUserDeniesIsNotStarted(Stage stage) throws Exception {
    Grants none = Grants.of(Map.of("ada", new Grants.Rule(Optional.empty(), Set.of("shout"))));
    try (PluginHost host =
        stage.host(folder, stage.contract(new Listeners()).build(), "asks").grants(none).build()) {
      PluginFailure failure = failureOf(() -> host.plugin("ada").as(Greeter.class).greet("you"));
      assertThat(failure.failure().code()).isEqualTo(FailureCode.CAPABILITY_NOT_ALLOWED);
      assertThat(failure.failure().message())
          .isEqualTo("it asks for shout, which the grants do not allow");
    }
  }

  @ParameterizedTest
  @MethodSource("io.polyplug.own.Stage#all")
  void aCrashFailsTheCallAndTheNextOneFindsAFreshProcess(Stage stage) throws Exception {
    try (PluginHost host = host(stage, new Listeners())) {
      Greeter ada = host.plugin("ada").as(Greeter.class);
      long before = ada.process();
      PluginFailure failure = failureOf(ada::crash);
      assertThat(failure.failure().code()).isEqualTo(FailureCode.CRASHED);
      assertThat(failure.failure().message()).isEqualTo("it exited with code 7");
      assertThat(failure.failure().stderr()).endsWith("going down");
      assertThat(ada.process()).isNotEqualTo(before);
    }
  }

  @ParameterizedTest
  @MethodSource("io.polyplug.own.Stage#all")
  void anAnswerThatIsLateFailsItsCallAlone(Stage stage) throws Exception {
    try (PluginHost host = host(stage, new Listeners())) {
      Plugin plugin = host.plugin("ada");
      Greeter ada = plugin.as(Greeter.class);
      long before = ada.process();
      ToolCall hurried = ToolCall.of(Json.EMPTY_OBJECT).withTimeout(Duration.ofMillis(100));
      PluginFailure failure = failureOf(() -> plugin.tool("rest").call(hurried));
      assertThat(failure.failure().code()).isEqualTo(FailureCode.TIMEOUT);
      assertThat(ada.process()).isEqualTo(before);
    }
  }

  @ParameterizedTest
  @MethodSource("io.polyplug.own.Stage#all")
  void anErrorOfThePluginHasItsOwnCode(Stage stage) throws Exception {
    try (PluginHost host = host(stage, new Listeners())) {
      Greeter ada = host.plugin("ada").as(Greeter.class);
      PluginError told = catchThrowableOfType(PluginError.class, () -> ada.fail("rude", "No."));
      assertThat(told.code()).isEqualTo("rude");
      assertThat(told.text()).isEqualTo("No.");
    }
  }

  @ParameterizedTest
  @MethodSource("io.polyplug.own.Stage#all")
  void methodsAreToolsWithArgumentsByName(Stage stage) throws Exception {
    try (PluginHost host = host(stage, new Listeners())) {
      Plugin ada = host.plugin("ada");
      assertThat(ada.tools().stream().map(it -> it.name()))
          .containsExactly(
              "count",
              "crash",
              "fail",
              "find",
              "greet",
              "process",
              "relay",
              "remember",
              "rest",
              "tally");
      Json tally = ada.tools().getLast().inputSchema();
      assertThat(tally)
          .isEqualTo(
              Json.parse(
                      """
                      {"type":"object","properties":{"words":{"type":"array","items":{
                        "type":"object","properties":{
                          "text":{"type":"string"},"times":{"type":"integer"},
                          "mood":{"type":"string","enum":["CALM","LOUD"]}},
                        "required":["text","times"]}}},"required":["words"]}
                      """)
                  .compact());
      ToolCall byName = ToolCall.of(Json.parse("{\"name\":\"you\"}"));
      assertThat(ada.tool("greet").call(byName).output()).isEqualTo(Json.string("Hello, you!"));
      PluginFailure failure =
          failureOf(() -> ada.tool("greet").call(ToolCall.of(Json.EMPTY_OBJECT)));
      assertThat(failure.failure().code()).isEqualTo(FailureCode.INVALID_INPUT);
      assertThat(failure.failure().message()).isEqualTo("the input of greet has no name");
      assertThat(failureOf(() -> ada.tool("sing").call(byName)).failure().code())
          .isEqualTo(FailureCode.TOOL_NOT_EXPOSED);
    }
  }

  /** More than the plugins of the tests have. */
  public interface Singer extends Greeter {
    void sing();
  }

  @ParameterizedTest
  @MethodSource("io.polyplug.own.Stage#all")
  void whoIsNotWhatIsExpectedIsNotStarted(Stage stage) throws Exception {
    InterfaceContract newer =
        InterfaceContract.of("acme.greeter", 2, Greeter.class).framing(stage.framing()).build();
    refused(
        stage,
        newer,
        "ada",
        FailureCode.PROTOCOL_VERSION_MISMATCH,
        "it refused to introduce itself: ada implements acme.greeter 1, not acme.greeter 2");
    InterfaceContract larger =
        InterfaceContract.of("acme.greeter", 1, Singer.class).framing(stage.framing()).build();
    refused(
        stage,
        larger,
        "ada",
        FailureCode.HANDSHAKE_FAILED,
        "it does not have all methods of Singer; missing: sing");
    refused(
        stage,
        stage.contract(new Listeners()).build(),
        "bob",
        FailureCode.HANDSHAKE_FAILED,
        "it says that its name is \"ada\", expected was \"bob\"");
  }

  private void refused(
      Stage stage, InterfaceContract contract, String id, FailureCode code, String sentence)
      throws IOException {
    try (PluginHost host = stage.called(id, folder, contract).build()) {
      PluginFailure failure =
          failureOf(() -> host.plugin(id).tool("process").call(ToolCall.of(Json.EMPTY_OBJECT)));
      assertThat(failure.failure().code()).isEqualTo(code);
      assertThat(failure.failure().message()).isEqualTo(sentence);
    }
  }

  @ParameterizedTest
  @MethodSource("io.polyplug.own.Stage#all")
  void aPluginIsNoOtherInterface(Stage stage) throws Exception {
    try (PluginHost host = host(stage, new Listeners())) {
      assertThatThrownBy(() -> host.plugin("ada").as(Crowd.class))
          .hasMessageContaining("is not a Crowd");
    }
  }
}
