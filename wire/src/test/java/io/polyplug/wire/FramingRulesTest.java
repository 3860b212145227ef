package io.polyplug.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which streams are frames, and why the others are not. */
class FramingRulesTest {
  /** The frames, and last the violation or "end". */
  static List<String> decode(Framing framing, byte[] stream) {
    FrameDecoder decoder = framing.decoder();
    decoder.feed(stream, 0, stream.length);
    return drain(decoder);
  }

  static List<String> drain(FrameDecoder decoder) {
    List<String> seen = new ArrayList<>();
    try {
      for (byte[] frame = decoder.next(); frame != null; frame = decoder.next()) {
        seen.add(new String(frame, UTF_8));
      }
      byte[] last = decoder.end();
      if (last != null) {
        seen.add(new String(last, UTF_8));
      }
      seen.add("end");
    } catch (FramingException broken) {
      seen.add(broken.violation().name());
    }
    return seen;
  }

  private static List<String> strict(String stream) {
    return decode(ContentLength.STRICT, stream.getBytes(ISO_8859_1));
  }

  private static List<String> lenient(String stream) {
    return decode(ContentLength.LENIENT, stream.getBytes(ISO_8859_1));
  }

  @Test
  void framesFollowEachOther() {
    assertThat(strict("Content-Length: 2\r\n\r\n{}content-length:3\r\n\r\n[1]"))
        .containsExactly("{}", "[1]", "end");
  }

  @Test
  void aBodyOfNoBytesIsAFrame() {
    assertThat(strict("Content-Length: 0\r\n\r\n")).containsExactly("", "end");
  }

  @Test
  void theLastOfSeveralLengthsCounts() {
    assertThat(strict("Content-Length: 9\r\nContent-Length: 2\r\n\r\n{}"))
        .containsExactly("{}", "end");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Content-Length: 2\\n\\n{}|HEADER_LINE_END",
        "Content-Type: x\\r\\n\\r\\n|HEADER_UNKNOWN",
        "hello world\\r\\n|HEADER_WITHOUT_COLON",
        "\\r\\n|LENGTH_MISSING",
        "Content-Length: -1\\r\\n\\r\\n|LENGTH_NOT_A_NUMBER",
        "Content-Length: abc\\r\\n\\r\\n|LENGTH_NOT_A_NUMBER",
        "Content-Length:\\r\\n\\r\\n|LENGTH_NOT_A_NUMBER",
        "Content-Length: 16777217\\r\\n\\r\\n|BODY_TOO_LONG",
        "Content-Length: 2147483648\\r\\n\\r\\n|BODY_TOO_LONG",
        "Content-Length: 99999999999999999999999\\r\\n\\r\\n|BODY_TOO_LONG",
        "\u00FFContent-Length: 2\\r\\n\\r\\n|HEADER_NOT_UTF8",
        "Content-Le|TRUNCATED",
        "Content-Length: 2\\r\\n|TRUNCATED",
        "Content-Length: 2\\r\\n\\r\\n{|TRUNCATED",
      })
  void strictRulesAreBrokenBy(String stream, String violation) {
    String bytes = stream.replace("\\r", "\r").replace("\\n", "\n");
    assertThat(strict(bytes)).containsExactly(violation);
  }

  @Test
  void aHeaderBlockOfExactlyTheLimitIsLegalAndOneMoreByteIsNot() {
    String rest = "Content-Length: 2\r\n\r\n";
    String padding = "Content-Length:" + " ".repeat(8192 - rest.length() - 18) + "1\r\n";
    assertThat(strict(padding + rest + "{}")).containsExactly("{}", "end");
    assertThat(strict(padding.replace(":", ": ") + rest + "{}")).containsExactly("HEADER_TOO_LONG");
  }

  @Test
  void lenientRulesLetLineFeedsAndOtherHeadersPass() {
    assertThat(lenient("X-Foo: 1\nContent-Length : 2 \n\n{}")).containsExactly("{}", "end");
  }

  @Test
  void lenientRulesRefuseABodyThatIsNotUtf8() {
    assertThat(lenient("Content-Length: 1\n\n\u00FF")).containsExactly("BODY_NOT_UTF8");
  }

  private static Ndjson lines(int limit) {
    return new Ndjson(limit, limit, Ndjson.BlankLines.DELIVER, false, Framing.BadUtf8.REPLACE);
  }

  @Test
  void linesAreTrimmedAndTheLastNeedsNoEnd() {
    assertThat(decode(lines(9), " {} \r\n\n\t[1]".getBytes(UTF_8)))
        .containsExactly("{}", "", "[1]", "end");
    assertThat(decode(Ndjson.STANDARD, "{}\n \r\n[1]\n".getBytes(UTF_8)))
        .containsExactly("{}", "[1]", "end");
  }

  @Test
  void aLastLineThatNeedsItsEndIsTruncatedWithoutIt() {
    Ndjson strictEnd = new Ndjson(9, 9, Ndjson.BlankLines.SKIP, true, Framing.BadUtf8.PASS);
    assertThat(decode(strictEnd, "{}\n[".getBytes(UTF_8))).containsExactly("{}", "TRUNCATED");
    assertThat(decode(strictEnd, "{}\n  ".getBytes(UTF_8))).containsExactly("{}", "end");
  }

  @ParameterizedTest
  @ValueSource(strings = {"123456789\n", "   123456789   \n", "1      89                \n"})
  void theLimitIsMeasuredOnTheTrimmedLine(String line) {
    assertThat(decode(lines(9), line.getBytes(UTF_8))).hasSize(2).last().isEqualTo("end");
    assertThat(decode(lines(8), line.getBytes(UTF_8))).containsExactly("LINE_TOO_LONG");
  }

  @Test
  void otherLineSeparatorsEndNoLine() {
    assertThat(decode(Ndjson.STANDARD, "\"\u2028\u0085\u000B\"\n".getBytes(UTF_8)))
        .containsExactly("\"\u2028\u0085\u000B\"", "end");
  }

  @Test
  void malformedUtf8IsReplacedWhereTheFramingSaysSo() {
    assertThat(decode(Ndjson.STANDARD, "\"\u00FF\"\n".getBytes(ISO_8859_1)))
        .containsExactly("\"\uFFFD\"", "end");
  }
}
