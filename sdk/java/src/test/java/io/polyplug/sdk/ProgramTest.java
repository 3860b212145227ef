package io.polyplug.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What every plugin's program keeps to, whatever its author does. */
class ProgramTest {
  private static void talk(String contract, Class<?> plugin, String steps) throws Exception {
    try (VectorRun run = new VectorRun(Path.of(contract), JavaCommand.of(plugin))) {
      run.run(JsonMapper.shared().readTree(steps));
    }
  }

  @Test
  void whatIsPrintedIsNoMessageInRune() throws Exception {
    talk(
        "rune",
        NoisyPlugin.class,
        """
        [{"host":{"type":"handshake","protocol_version":"rterm.plugin.v1"}},
         {"plugin":{"type":"handshake","manifest":"$any"}},
         {"host":{"type":"request","request_id":"r","tool_name":"shout","context":{}}},
         {"plugin":{"type":"response","request_id":"r","status":"ok","output":"done"}},
         {"exit":0}]
        """);
  }

  @Test
  void whatIsPrintedIsNoMessageInBowire() throws Exception {
    talk(
        "bowire",
        NoisyPlugin.class,
        """
        [{"host":{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"hostVersion":"1"}}},
         {"plugin":{"jsonrpc":"2.0","id":1,"result":"$any"}},
         {"host":{"jsonrpc":"2.0","id":2,"method":"invokeStream","params":
           {"service":"noisy","method":"roar","streamId":"s"}}},
         {"plugin":{"jsonrpc":"2.0","id":2,"result":{"streamId":"s"}}},
         {"plugin":{"jsonrpc":"2.0","method":"$/stream/data","params":{"streamId":"s","message":"\\"done\\""}}},
         {"plugin":{"jsonrpc":"2.0","method":"$/stream/end","params":"$any"}},
         {"host":{"jsonrpc":"2.0","id":3,"method":"openChannel","params":
           {"service":"noisy","method":"howl","channelId":"c"}}},
         {"plugin":{"jsonrpc":"2.0","id":3,"result":{"channelId":"c"}}},
         {"host":{"jsonrpc":"2.0","id":4,"method":"channel.send","params":{"channelId":"c","message":"1"}}},
         {"plugin":{"jsonrpc":"2.0","id":4,"result":null}},
         {"plugin":{"jsonrpc":"2.0","method":"$/channel/data","params":{"channelId":"c","message":"1"}}},
         {"close":true},{"exit":0,"rest":"any"}]
        """);
  }

  @Test
  void whatIsPrintedIsNoMessageInAinb() throws Exception {
    talk(
        "ainb",
        NoisyPlugin.class,
        """
        [{"host":{"jsonrpc":"2.0","id":1,"method":"plugin/init","params":{"abi_version":2}}},
         {"plugin":{"jsonrpc":"2.0","id":1,"result":"$any"}},
         {"host":{"jsonrpc":"2.0","id":2,"method":"plugin/cli_dispatch","params":{"argv":["shout"]}}},
         {"plugin":{"jsonrpc":"2.0","id":2,"result":{"stdout":{"$base64":"\\"done\\"\\n"},"stderr":"","exit_code":0}}},
         {"host":{"jsonrpc":"2.0","id":3,"method":"plugin/render","params":{"viewport":{"width":1,"height":1}}}},
         {"plugin":{"jsonrpc":"2.0","id":3,"result":"$any"}},
         {"close":true},{"exit":0}]
        """);
  }

  @Test
  void whatIsPrintedIsNoMessageInBento() throws Exception {
    talk(
        "bento",
        NoisyPlugin.class,
        """
        [{"host":{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocol_version":1,"bento_version":"0"}}},
         {"plugin":{"jsonrpc":"2.0","id":1,"result":{"capabilities":{"detect":false,"required_toolchain":false,
           "resolved_toolchain_fingerprint":true,"install":false},"...":true}}},
         {"host":{"jsonrpc":"2.0","id":2,"method":"resolvedToolchainFingerprint"}},
         {"plugin":{"jsonrpc":"2.0","id":2,"result":"done"}},
         {"close":true},{"exit":0}]
        """);
  }

  @Test
  void whatIsPrintedIsNoMessageInMcp() throws Exception {
    talk(
        "mcp",
        NoisyPlugin.class,
        """
        [{"host":{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}},
         {"plugin":{"jsonrpc":"2.0","id":1,"result":"$any"}},
         {"host":{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"shout"}}},
         {"plugin":{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"done"}],"isError":false}}},
         {"close":true},{"exit":0}]
        """);
  }

  @Test
  void whatIsPrintedIsNoMessageInAContractOfAnApplication() throws Exception {
    talk(
        "own-lines",
        NoisyPlugin.class,
        """
        [{"host":{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"contract":"noise","version":1}}},
         {"plugin":{"jsonrpc":"2.0","id":1,"result":"$any"}},
         {"host":{"jsonrpc":"2.0","id":2,"method":"make","params":[]}},
         {"plugin":{"jsonrpc":"2.0","id":2,"result":"done"}},
         {"close":true},{"exit":0}]
        """);
  }

  @Test
  void aHandlerThatIgnoresInterruptsDoesNotKeepTheProgram() throws Exception {
    talk(
        "ainb",
        NoisyPlugin.class,
        """
        [{"host":{"jsonrpc":"2.0","id":1,"method":"plugin/init","params":{"abi_version":2}}},
         {"plugin":{"jsonrpc":"2.0","id":1,"result":"$any"}},
         {"host":{"jsonrpc":"2.0","id":2,"method":"plugin/cli_dispatch","params":{"argv":["stay"]}}},
         {"plugin":{"jsonrpc":"2.0","method":"host/log","params":{"level":"info","message":"staying"}}},
         {"close":true},{"exit":0}]
        """);
  }

  @Test
  void aHandlerOfRuneThatIgnoresInterruptsDoesNotKeepTheProgram() throws Exception {
    talk(
        "rune",
        NoisyPlugin.class,
        """
        [{"host":{"type":"handshake","protocol_version":"rterm.plugin.v1"}},
         {"plugin":{"type":"handshake","manifest":"$any"}},
         {"host":{"type":"request","request_id":"r","tool_name":"stay","context":{}}},
         {"close":true},{"exit":0}]
        """);
  }

  /** What a program printed, and how it ended. */
  private record Ended(int code, String out, String err) {}

  private static Ended run(String input, String... args) throws Exception {
    List<String> command = new ArrayList<>(JavaCommand.of(SamplePlugin.class));
    command.addAll(List.of(args));
    Process process = new ProcessBuilder(command).start();
    try (var in = process.getOutputStream()) {
      in.write(input.getBytes(StandardCharsets.UTF_8));
    }
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return new Ended(process.exitValue(), out, err);
  }

  @Test
  void oneToolIsAProgram() throws Exception {
    assertThat(run("{\"text\":\"ab\",\"times\":2}", "--tool", "echo"))
        .isEqualTo(new Ended(0, "{\"text\":\"abab\",\"length\":4}\n", ""));
    assertThat(run("plain text\n", "--tool", "echo").out())
        .isEqualTo("{\"text\":\"plain text\",\"length\":10}\n");
    assertThat(run("{\"to\":2}", "--tool", "count").out()).isEqualTo("{\"n\":1}\n{\"n\":2}\n");
    assertThat(run("{\"code\":\"late\",\"message\":\"Over.\"}", "--tool", "fail"))
        .isEqualTo(new Ended(1, "", "late: Over.\n"));
    assertThat(run("", "--tool", "nothing").code()).isEqualTo(2);
  }

  @Test
  void whatItIsCanBeAskedFor() throws Exception {
    JsonNode told = JsonMapper.shared().readTree(run("", "--describe").out());
    assertThat(told.get("name").stringValue()).isEqualTo("sample");
    assertThat(told.get("tools").get(0).get("kind").stringValue()).isEqualTo("unary");
    assertThat(told.get("screens").get(0).stringValue()).isEqualTo("board");
    assertThat(told.get("adapter").booleanValue()).isTrue();
  }

  @Test
  void whatIsNoMessageIsToldInOneSentence() throws Exception {
    Ended ended = run("hello\n", "--unknown");
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err()).startsWith("sample expected a JSON message in a line").hasLineCount(1);
  }
}
