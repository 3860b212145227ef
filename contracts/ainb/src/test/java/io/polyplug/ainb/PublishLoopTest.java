package io.polyplug.ainb;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.host.PluginState;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two plugins that answer each other's publishes, with data of many sizes among them, for a while:
 * {@code -Dpolyplug.loop.seconds=60} says for how long.
 */
class PublishLoopTest {
  private static final String TABLES =
      """
      [capabilities]
      event_bus = true
      [provides]
      cli_namespaces = ["NAME"]
      [subscribes]
      snapshots = ["THEIRS"]
      """;

  /** Every publish is numbered; whoever hears a number that is not the next one says so. */
  private static final String BODY =
      """
      import time
      sent, heard, wrong = [0], [0], []
      stop = [0.0]
      def publish():
          sent[0] += 1
          size = [0, 10, 1000, 100000][sent[0] % 4]
          plugin.publish("MINE", "%d " % sent[0] + "x" * size)
      def event(params):
          number = int(unb64(params["payload"]).split()[0])
          heard[0] += 1
          if number != heard[0]:
              wrong.append((heard[0], number))
              heard[0] = number
          if time.monotonic() < stop[0]:
              publish()
      def cli(params):
          if params["argv"][0] == "go":
              stop[0] = time.monotonic() + float(params["argv"][1])
              for _ in range(int(params["argv"][2])):
                  publish()
          return {"stdout": b64("%d %d %s" % (sent[0], heard[0], wrong)), "stderr": "", "exit_code": 0}
      plugin.on("plugin/handle_event", event)
      plugin.on("plugin/cli_dispatch", cli)
      plugin.serve()
      """;

  @TempDir Path folder;

  private static String text(Stage stage, String plugin, String... argv) {
    return new String(
        stage.ainb(plugin).cli(plugin, List.of(argv), Optional.empty()).stdout(),
        StandardCharsets.UTF_8);
  }

  @Test
  void nothingIsLostReorderedOrDuplicated() throws Exception {
    String seconds = System.getProperty("polyplug.loop.seconds", "5");
    try (Stage stage = new Stage(folder)) {
      for (String[] pair : new String[][] {{"ping", "pong"}, {"pong", "ping"}}) {
        stage.plugin(
            pair[0],
            TABLES.replace("NAME", pair[0]).replace("THEIRS", pair[1] + ".data"),
            BODY.replace("MINE", pair[0] + ".data"));
      }
      text(stage, "ping", "look");
      text(stage, "pong", "go", seconds, "0");
      // Sixteen of each side are on their way all the time.
      text(stage, "ping", "go", seconds, "16");
      String ping = text(stage, "ping", "look");
      String pong = text(stage, "pong", "look");
      while (!settled(ping, pong)) {
        ping = text(stage, "ping", "look");
        pong = text(stage, "pong", "look");
      }
      assertThat(ping).endsWith(" []");
      assertThat(pong).endsWith(" []");
      assertThat(Long.parseLong(ping.split(" ", -1)[0])).isGreaterThan(100);
      assertThat(stage.states("ping")).containsExactly(PluginState.STARTING, PluginState.RUNNING);
      assertThat(stage.states("pong")).containsExactly(PluginState.STARTING, PluginState.RUNNING);
    }
  }

  /** Each has heard as many as the other has sent, and has been told to stop. */
  private static boolean settled(String ping, String pong) {
    String[] one = ping.split(" ", 3);
    String[] two = pong.split(" ", 3);
    return one[0].equals(two[1]) && two[0].equals(one[1]) && Long.parseLong(one[0]) > 16;
  }
}
