package io.polyplug.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A plugin that is served inside of another program. */
class ServeOverStreamsTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream errors = new ByteArrayOutputStream();

  private int serve(String input, String... args) {
    try (PrintStream told = new PrintStream(errors, true, StandardCharsets.UTF_8)) {
      return SamplePlugin.plugin()
          .serve(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)), out, told, args);
    }
  }

  private static String request(String tool) {
    return """
    {"type":"handshake","protocol_version":"rterm.plugin.v1"}
    {"type":"request","request_id":"1","tool_name":"%s","context":{},"input":{"text":"hi"}}
    """
        .formatted(tool);
  }

  @Test
  void itAnswersOverTheGivenStreamsAndReturns() {
    InputStream in = System.in;
    PrintStream standard = System.out;
    assertThat(serve(request("echo"))).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8).lines())
        .hasSize(2)
        .last()
        .asString()
        .contains("\"text\":\"hi\"");
    assertThat(System.in).isSameAs(in);
    assertThat(System.out).isSameAs(standard);
  }

  @Test
  void whatIsNotForTheHostGoesToTheGivenErrors() {
    assertThat(serve(request("note"))).isZero();
    assertThat(errors.toString(StandardCharsets.UTF_8)).startsWith("info: noted");
    assertThat(serve(request("break"))).isZero();
    assertThat(errors.toString(StandardCharsets.UTF_8)).contains("IllegalStateException: boom");
  }

  @Test
  void whatNoHostSaysIsTheExitCodeOfWrongUse() {
    assertThat(serve("hello\n")).isEqualTo(2);
    assertThat(errors.toString(StandardCharsets.UTF_8)).contains("sample expected a JSON message");
  }

  @Test
  void argumentsMeanWhatTheyMeanToTheProgram() {
    assertThat(serve("", "--describe")).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8)).startsWith("{\"name\":\"sample\"");
    assertThat(serve("", "--tool", "nothing-like-it")).isEqualTo(2);
    assertThat(errors.toString(StandardCharsets.UTF_8)).contains("has no tool nothing-like-it");
  }

  @Test
  void trainingHasEachConversationAndAnswersNobody(@TempDir Path folder) throws IOException {
    Path rune =
        Files.writeString(
            folder.resolve("rune"),
            """
            {"type":"handshake","protocol_version":"rterm.plugin.v1"}
            {"type":"request","request_id":"1","tool_name":"note","context":{},"input":{}}
            """);
    Path mcp =
        Files.writeString(
            folder.resolve("mcp"),
            """
            {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
            {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"note","arguments":{}}}
            """);
    AtomicInteger calls = new AtomicInteger();
    Plugin noting =
        Plugin.named("noting")
            .version("1.0")
            .tool("note", "Notes.", Nothing.class, (input, call) -> calls.incrementAndGet());
    assertThat(train(noting, rune, mcp)).isZero();
    assertThat(calls).hasValue(2);
    assertThat(out.size()).isZero();
    assertThat(train(noting)).isEqualTo(2);
    assertThat(train(noting, folder.resolve("nothing"))).isEqualTo(2);
    assertThat(errors.toString(StandardCharsets.UTF_8))
        .contains("--train needs files")
        .contains("there is no file " + folder.resolve("nothing"));
    assertThat(train(noting, Files.writeString(folder.resolve("odd"), "hello\n"), rune))
        .as("a conversation that nobody has")
        .isEqualTo(2);
    assertThat(calls).hasValue(2);
  }

  private record Nothing() {}

  private int train(Plugin plugin, Path... files) {
    Stream<String> words =
        Stream.concat(Stream.of("--train"), Stream.of(files).map(Path::toString));
    return plugin.serve(
        InputStream.nullInputStream(),
        out,
        new PrintStream(errors, true, StandardCharsets.UTF_8),
        words.toArray(String[]::new));
  }

  @Test
  void anInputThatEndsAtOnceIsAGoodEnd() {
    assertThat(serve("")).isZero();
    assertThat(out.size()).isZero();
  }
}
