package io.polyplug.ainb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.polyplug.host.PluginError;
import io.polyplug.host.PluginFailure;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a plugin that asks for much may cost its host and itself. */
class ReverseCallRulesTest {
  private static final String NAMESPACE = "[provides]\ncli_namespaces = [\"x\"]\n";

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

  /** What the plugin's function {@code run} gives. */
  private String run(String capabilities, String body) throws Exception {
    stage.plugin(
        "p",
        NAMESPACE + "[capabilities]\n" + capabilities,
        body
            + """
            plugin.on("plugin/cli_dispatch", lambda p: {"stdout": b64(run()), "stderr": "", "exit_code": 0})
            plugin.serve()
            """);
    return cli();
  }

  private String cli() {
    return new String(
        stage.ainb("p").cli("x", List.of(), Optional.empty()).stdout(), StandardCharsets.UTF_8);
  }

  @Test
  void requestsUnderWayAreBoundedInBytesAndSmallOnesGoOn() throws Exception {
    String answers =
        run(
            "",
            """
            def run():
                asleep = {"action": "host.sleep", "payload": b64('{"ms":600000}'), "pad": "x" * 15000000}
                for id in range(100, 106):
                    send({"jsonrpc": "2.0", "id": id, "method": "host/action/invoke", "params": asleep})
                refused = [read()["error"], read()["error"]]
                echo = plugin.result("host/action/invoke", {"action": "host.echo", "payload": b64("small")})
                lines = ["%d %s" % (it["code"], it["message"]) for it in refused]
                return "\\n".join(lines + [unb64(echo["payload"]).decode(), str(plugin.waiting)])
            """);
    String refusal = "-32603 too many requests at once";
    assertThat(answers.lines()).containsExactly(refusal, refusal, "small", "[]");
  }

  @Test
  void aLogLineIsCutWhereItIsMadeAndSaysSo() throws Exception {
    run(
        "",
        """
        def run():
            for message, fields in [("a" * 3000000, {}), ("b", {"long": "c" * 3000000}), ("d" * 16384, None)]:
                plugin.tell("host/log", {"level": "info", "message": message, "fields": fields})
            return ""
        """);
    assertThat(stage.line("p", "aaa"))
        .hasSizeLessThanOrEqualTo(16 << 10)
        .endsWith("… (cut from 3000000 characters)");
    assertThat(stage.line("p", "ccc"))
        .hasSizeLessThanOrEqualTo(16 << 10)
        .startsWith("b {\"long\"")
        .endsWith("characters)");
    assertThat(stage.line("p", "ddd")).isEqualTo("d".repeat(16384));
  }

  @Test
  void fetchesThatHangDelayNoFileOfTheSamePlugin() throws Exception {
    Path sessions = Files.createDirectories(stage.home.resolve(".agents-in-a-box/sessions"));
    Files.writeString(sessions.resolve("one"), "1");
    // It lets clients connect and never says anything.
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1"))) {
      String answers =
          run(
              "read_sessions = true\nnetwork = [\"127.0.0.1\"]\n",
              """
              def run():
                  for id in range(100, 140):
                      send({"jsonrpc": "2.0", "id": id, "method": "host/network/fetch",
                            "params": {"url": "http://127.0.0.1:%d/"}})
                  denied = plugin.error("host/fs/read_file", {"path": "/etc/passwd"})
                  file = plugin.result("host/fs/read_file", {"path": "%s/one"})
                  return "%%s %%s %%d" %% (denied, file["bytes"], len(plugin.waiting))
              """
                  .formatted(silent.getLocalPort(), sessions));
      assertThat(answers).isEqualTo("-32001 capability denied: read_paths MQ== 0");
      stage.close();
    }
    assertThat(stage.lines("p")).noneMatch(line -> line.contains("InterruptedException"));
  }

  @Test
  void anyReplyShowsThatAPluginIsNotWedged() throws Exception {
    stage.plugin(
        "p",
        NAMESPACE,
        """
        renders = 0
        plugin.on("plugin/cli_dispatch", lambda p: {"stdout": "", "stderr": "", "exit_code": 0})
        while (message := read()) is not None:
            if message["method"] == "plugin/render":
                renders += 1
                if renders == 3:
                    send({"jsonrpc": "2.0", "id": message["id"], "error": {"code": -1, "message": "no"}})
            elif "id" in message:
                result = plugin.handlers[message["method"]](message["params"])
                send({"jsonrpc": "2.0", "id": message["id"], "result": result})
        """);
    wedge();
    cli();
    assertThat(complaint()).isEmpty();
    wedge();
    assertThat(catchThrowableOfType(PluginError.class, () -> stage.ainb("p").render(1, 1)))
        .isNotNull();
    assertThat(complaint()).isEmpty();
  }

  private void wedge() {
    assertThat(catchThrowableOfType(PluginFailure.class, () -> stage.ainb("p").render(1, 1)))
        .isNotNull();
    assertThat(complaint()).contains("render exceeded");
  }

  private String complaint() {
    return stage.plugin("p").status().health().reason();
  }
}
