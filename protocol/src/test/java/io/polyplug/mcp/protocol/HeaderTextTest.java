package io.polyplug.mcp.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values in headers. */
class HeaderTextTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"", "us-west1", "a b", "a\tb", "~!@#", "=?base64?abc", "abc?=", "=?Base64?YQ==?="})
  void aPlainValueTravelsAsItIs(String value) {
    assertThat(HeaderText.encode(value)).isEqualTo(value);
    assertThat(HeaderText.decode(value)).isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Hello, 世界",
        " padded ",
        "\tx",
        "line1\nline2",
        "a\r",
        "\u0000",
        "\u007f",
        "é",
        "🎈",
        "=?base64?literal?=",
        "=?base64??="
      })
  void everyOtherValueTravelsInBase64AndComesBack(String value) {
    String header = HeaderText.encode(value);
    assertThat(header).startsWith("=?base64?").endsWith("?=").matches("[\\x21-\\x7e]*");
    assertThat(HeaderText.decode(header)).isEqualTo(value);
  }

  @ParameterizedTest
  @CsvSource({
    "=?base64?SGVsbG8sIOS4lueVjA==?=, 'Hello, 世界'",
    "=?base64?IHBhZGRlZCA=?=, ' padded '",
    "=?base64?SGVsbG8=?=, Hello",
    "=?base64??=, ''"
  })
  void aMarkedValueIsDecoded(String header, String value) {
    assertThat(HeaderText.decode(header)).isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "=?base64?SGVsbG8?=",
        "=?base64?SGVsbG8==?=",
        "=?base64?SGVs!!!bG8=?=",
        "=?base64?SGVsbG9=?=",
        "=?base64?SGVs bG8=?=",
        "=?base64?_-8=?=",
        "=?base64?/w==?=",
        "=?base64?=?="
      })
  void markedBase64ThatIsNotExactIsNone(String header) {
    assertThat(HeaderText.decode(header)).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"é", "a\nb", "a\u0000", "\u007f", " a", "a "})
  void charactersThatAHeaderCannotHaveMakeItNone(String header) {
    assertThat(HeaderText.decode(header)).isNull();
  }

  @Test
  void theMarksMayNotShareACharacter() {
    assertThat(HeaderText.decode("=?base64?=")).isEqualTo("=?base64?=");
  }
}
