package io.polyplug.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EnvelopeTest {
  private static final Envelope STANDARD = new Envelope(Dialect.standard());

  private static Inbound parse(String text) {
    return STANDARD.parse(text.getBytes(UTF_8));
  }

  @Test
  void whatHasAMethodIsNoReply() {
    assertThat(parse("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"result\":1}"))
        .isEqualTo(new Request(Id.of(1), "m", null));
  }

  @Test
  void aMethodWithoutIdOrWithIdNullIsANotification() {
    assertThat(parse("{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":null}"))
        .isEqualTo(new Notification("m", Json.NULL));
    assertThat(parse("{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"m\"}"))
        .isEqualTo(new Notification("m", null));
  }

  @Test
  void ofMembersWithTheSameNameTheLastCounts() {
    assertThat(parse("{\"id\":1,\"jsonrpc\":\"2.0\",\"result\":1,\"id\":2,\"result\":[ 3 ]}"))
        .isEqualTo(new Response(Id.of(2), Json.parse("[ 3 ]"), null, null));
  }

  @Test
  void blanksMayBeAnywhereBetween() {
    Response expected = new Response(Id.of(2), Json.parse("3"), null, null);
    assertThat(parse(" {\"jsonrpc\":\"2.0\", \n\"id\" : 2 ,\"result\":3 } ")).isEqualTo(expected);
    assertThat(parse("{ \"jsonrpc\" : \"2.0\",\"id\":2,\"result\":3}")).isEqualTo(expected);
  }

  @Test
  void namesMayBeEscaped() {
    assertThat(parse("{\"jsonrpc\":\"2\\u002e0\",\"m\\u0065thod\":\"\\u006d\"}"))
        .isEqualTo(new Notification("m", null));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0001',
      value = {
        "hello|NOT_JSON",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":tru}|NOT_JSON",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":1} x|NOT_JSON",
        "{\"jsonrpc\":\"2.0\",}|NOT_JSON",
        "{\"jsonrpc\":\"2.0\",|NOT_JSON",
        "{\"jsonrpc\":\"2.0\",,\"id\":1}|NOT_JSON",
        "{\"jsonrpc\":\"2.0\"|NOT_JSON",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":1,\"jsonrpc\":\"1.0\"}|JSONRPC_MEMBER",
        "[1]|NOT_AN_OBJECT",
        "null|NOT_AN_OBJECT",
        "{\"id\":1,\"result\":1}|JSONRPC_MEMBER",
        "{\"jsonrpc\":2.0,\"id\":1,\"result\":1}|JSONRPC_MEMBER",
        "{\"jsonrpc\":\"2.0\",\"method\":1}|METHOD_NOT_A_STRING",
        "{\"jsonrpc\":\"2.0\",\"id\":true,\"result\":1}|ID_NOT_AN_ID",
        "{\"jsonrpc\":\"2.0\"}|NEITHER_METHOD_NOR_ID",
        "{\"jsonrpc\":\"2.0\",\"id\":1}|NEITHER_RESULT_NOR_ERROR",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":\"x\"}|ERROR_SHAPE",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":1.5,\"message\":\"\"}}|ERROR_SHAPE",
      })
  void isNoMessage(String text, BadBody.Reason reason) {
    assertThat(parse(text))
        .isInstanceOfSatisfying(BadBody.class, bad -> assertThat(bad.reason()).isEqualTo(reason));
  }

  @Test
  void whatIsWrittenIsReadAsTheSame() {
    for (Message message :
        new Message[] {
          new Request(Id.of("a\"b"), "m\n", Json.parse("{\"x\":[1]}")),
          new Request(Id.of(7), "m", null),
          new Notification("\u00E9", Json.parse("\"\u2028\"")),
          new Response(Id.of(-3), Json.parse("1.50"), null, null),
        }) {
      assertThat(STANDARD.parse(STANDARD.encode(message).toByteArray())).isEqualTo(message);
    }
  }
}
