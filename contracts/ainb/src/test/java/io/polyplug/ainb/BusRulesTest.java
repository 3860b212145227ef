package io.polyplug.ainb;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.host.PluginState;
import io.polyplug.host.bus.Snapshot;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sections 5.3 and 7. */
class BusRulesTest {
  private static final String RUN =
      """
      heard = []
      plugin.on("plugin/handle_event", lambda p: heard.append(p["topic"] + "=" + unb64(p["payload"]).decode()))
      """
          + Stage.RUNS_ARGUMENTS;

  @TempDir Path folder;
  private Stage stage;

  @BeforeEach
  void open() throws Exception {
    stage = new Stage(folder);
  }

  @AfterEach
  void close() {
    stage.close();
  }

  private void plugin(String name, String tables) throws Exception {
    stage.plugin(name, "[provides]\ncli_namespaces = [\"" + name + "\"]\n" + tables, RUN);
  }

  private String run(String plugin, String... code) {
    return lines(stage.run(plugin, code).toArray(String[]::new));
  }

  private static final String BUS = "[capabilities]\nevent_bus = true\n";

  private static String lines(String... all) {
    return String.join("\n", all);
  }

  private static String get(String topic) {
    return "plugin.result('host/snapshot/get', {'topic': '" + topic + "'})";
  }

  @Test
  void anUnknownTopicIsNoError() throws Exception {
    plugin("a", BUS);
    assertThat(run("a", get("nothing"))).isEqualTo("{'payload': None, 'version': 0}");
  }

  @Test
  void aGetAfterOnesOwnPublishSeesIt() throws Exception {
    plugin("a", BUS);
    assertThat(run("a", "plugin.publish('t', 'one')", get("t"), "plugin.publish('t')", get("t")))
        .isEqualTo("None\n{'payload': 'b25l', 'version': 1}\nNone\n{'payload': '', 'version': 2}");
  }

  @Test
  void bytesMayBeAnArrayAndAreAlwaysAnsweredAsBase64() throws Exception {
    plugin("a", BUS);
    assertThat(
            run(
                "a",
                "plugin.tell('host/snapshot/publish', {'topic': 't', 'payload': [104, 105, 255]})",
                get("t"),
                "plugin.tell('host/snapshot/publish', {'topic': 't', 'payload': [256]})",
                "plugin.tell('host/snapshot/publish', {'topic': 't', 'payload': 'a'})",
                get("t")))
        .isEqualTo(
            "None\n{'payload': 'aGn/', 'version': 1}\nNone\nNone\n{'payload': 'aGn/', 'version': 1}");
  }

  @Test
  void declaredAndMadeSubscriptionsDeliverEachPublishOnce() throws Exception {
    plugin("a", BUS);
    plugin("b", BUS + "[subscribes]\nsnapshots = [\"t\"]\n");
    assertThat(run("b", "plugin.result('host/snapshot/subscribe', {'topic': 't'})"))
        .isEqualTo("{}");
    run("b", "plugin.result('host/snapshot/subscribe', {'topic': 'u'})");
    run(
        "a",
        "plugin.publish('t', 'x')",
        "plugin.publish('u', 'y')",
        "plugin.publish('v', 'z')",
        get("v"));
    assertThat(run("b", "heard")).isEqualTo("['t=x', 'u=y']");
  }

  @Test
  void aPublisherNeverHearsItself() throws Exception {
    plugin("a", BUS + "[subscribes]\nsnapshots = [\"t\"]\n");
    run("a", "plugin.publish('t', 'x')", get("t"));
    stage.host().bus().publish("host", "t", "y".getBytes(StandardCharsets.UTF_8));
    assertThat(run("a", "heard")).isEqualTo("['t=y']");
  }

  @Test
  void aPublishStartsNobody() throws Exception {
    plugin("a", BUS);
    plugin("b", BUS + "[subscribes]\nsnapshots = [\"t\"]\n");
    run("a", "plugin.publish('t', 'x')", get("t"));
    assertThat(stage.plugin("b").state()).isEqualTo(PluginState.IDLE);
    assertThat(run("b", "heard")).isEqualTo("[]");
  }

  @Test
  void withoutTheGrantEverythingIsDeniedAndNothingIsHeard() throws Exception {
    plugin("a", "[subscribes]\nsnapshots = [\"t\"]\n");
    String denied = "-32001 capability denied: event_bus";
    assertThat(
            run(
                "a",
                "plugin.error('host/snapshot/get', {'topic': 't'})",
                "plugin.error('host/snapshot/subscribe', {})",
                "plugin.error('host/snapshot/publish', {'topic': 't', 'payload': ''})",
                "plugin.publish('t', 'x')",
                "heard"))
        .isEqualTo(lines(denied, denied, denied, "None", "[]"));
    stage.line("a", "host/snapshot/publish was dropped: capability denied: event_bus");
    assertThat(stage.host().bus().retained()).isEmpty();
    stage.host().bus().publish("host", "t", new byte[0]);
    assertThat(run("a", "heard")).isEqualTo("[]");
  }

  @Test
  void aListGrantsTopicsByNameOrPrefix() throws Exception {
    plugin("a", "[capabilities]\nevent_bus = [\"one\", \"two.*\"]\n");
    String denied = "-32001 capability denied: event_bus";
    assertThat(
            run(
                "a",
                "plugin.error('host/snapshot/get', {'topic': 'one'})",
                "plugin.error('host/snapshot/get', {'topic': 'two.x'})",
                "plugin.error('host/snapshot/get', {'topic': 'one.x'})",
                "plugin.error('host/snapshot/subscribe', {'topic': 'three'})"))
        .isEqualTo(lines("ok", "ok", denied, denied));
  }

  @Test
  void badParamsAreAnsweredOnlyToRequests() throws Exception {
    plugin("a", BUS);
    assertThat(
            run(
                "a",
                "plugin.error('host/snapshot/get', {})",
                "plugin.error('host/snapshot/get', {'topic': ''})",
                "plugin.error('host/snapshot/get', {'topic': 7})",
                "plugin.error('host/snapshot/publish', {'topic': 't', 'payload': 7})",
                "plugin.tell('host/snapshot/publish', {'topic': 't'})",
                "plugin.result('host/snapshot/publish', {'topic': 't', 'payload': 'eA=='})",
                "plugin.tell('host/nonsense', {})",
                "plugin.error('host/nonsense', {})",
                "plugin.ask('host/snapshot/get', {'topic': 't'}, id='text')['id']"))
        .isEqualTo(
            lines(
                "-32602 topic: expected a string",
                "-32602 topic: expected a name of at most 4096 characters",
                "-32602 topic: expected a string",
                "-32602 payload: expected base64 or an array of bytes",
                "None",
                "{}",
                "None",
                "-32601 method not found: host/nonsense",
                "text"));
  }

  @Test
  void onlyTheHostPublishesOnFleetAndDeliveryNamesAreTaken() throws Exception {
    plugin("a", BUS);
    assertThat(
            run(
                "a",
                "plugin.error('host/snapshot/publish', {'topic': 'fleet.x', 'payload': ''})",
                "plugin.error('host/snapshot/publish', {'topic': 'ui.state/b', 'payload': ''})",
                "plugin.error('host/snapshot/publish', {'topic': 'x' * 5000, 'payload': ''})",
                "plugin.error('host/snapshot/publish', {'topic': 'stream:1', 'payload': ''})"))
        .startsWith("-32001 capability denied: event_bus")
        .contains("-32602 topic:");
  }

  @Test
  void theStateOfItsScreensIsForgottenWithTheProcessAndOtherValuesAreNot() throws Exception {
    plugin("a", BUS);
    run("a", "plugin.publish('ui.state', 's')", "plugin.publish('t', 'x')", get("t"));
    assertThat(stage.host().bus().retained())
        .extracting(Snapshot::topic)
        .containsExactly("t", "ui.state/a");
    ProcessHandle.of(stage.plugin("a").status().pid().orElseThrow())
        .orElseThrow()
        .destroyForcibly();
    stage.entered("a", PluginState.BACKOFF, 1);
    assertThat(stage.host().bus().retained()).extracting(Snapshot::topic).containsExactly("t");
  }

  @Test
  void madeSubscriptionsEndWithTheProcessAndDeclaredOnesDoNot() throws Exception {
    plugin("b", BUS + "[subscribes]\nsnapshots = [\"declared\"]\n");
    run("b", "plugin.result('host/snapshot/subscribe', {'topic': 'made'})");
    ProcessHandle.of(stage.plugin("b").status().pid().orElseThrow())
        .orElseThrow()
        .destroyForcibly();
    stage.entered("b", PluginState.RUNNING, 2);
    stage.host().bus().publish("host", "made", new byte[0]);
    stage.host().bus().publish("host", "declared", new byte[0]);
    assertThat(run("b", "heard")).isEqualTo("['declared=']");
  }
}
