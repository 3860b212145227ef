package io.polyplug.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

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
  void anInputThatEndsAtOnceIsAGoodEnd() {
    assertThat(serve("")).isZero();
    assertThat(out.size()).isZero();
  }
}
