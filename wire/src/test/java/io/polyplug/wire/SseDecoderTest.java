package io.polyplug.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which bytes are which events. */
class SseDecoderTest {
  private static final int LIMIT = 100;

  private static List<String> decode(byte[] stream) {
    SseDecoder decoder = new SseDecoder(LIMIT);
    decoder.feed(stream, 0, stream.length);
    return FramingRulesTest.drain(decoder);
  }

  private static List<String> decode(String stream) {
    return decode(stream.getBytes(UTF_8));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n", "\r"})
  void linesEndInThreeWays(String end) {
    assertThat(decode("data: a" + end + "data: b" + end + end + "data: c" + end + end))
        .containsExactly("a\nb", "c", "end");
  }

  @Test
  void lineEndsMayBeMixed() {
    assertThat(decode("data: a\r\n\ndata: b\n\r\ndata: c\r\rdata: d\r\n\r"))
        .containsExactly("a", "b", "c", "d", "end");
  }

  @Test
  void oneMarkAtTheStartIsPassedOver() {
    assertThat(decode("\uFEFFdata: a\n\n")).containsExactly("a", "end");
    assertThat(decode("\uFEFF\uFEFFdata: a\n\n")).containsExactly("end");
    assertThat(decode("data: a\n\n\uFEFFdata: b\n\n")).containsExactly("a", "end");
  }

  @Test
  void oneBlankAfterTheColonIsNoData() {
    assertThat(decode("data:a\n\ndata: a\n\ndata:  a\n\ndata:\ta\n\n"))
        .containsExactly("a", "a", " a", "\ta", "end");
  }

  @Test
  void otherFieldsAndCommentsMeanNothing() {
    assertThat(decode(":c\nevent: e\nid: 1\nretry: 2\ndata: a\ndatax: b\nDATA: c\n data: d\nx\n\n"))
        .containsExactly("a", "end");
  }

  @Test
  void theLastIdOfAWholeEventAndTheLastRetryAreKept() throws Exception {
    SseDecoder decoder = new SseDecoder(LIMIT);
    assertThat(decoder.lastEventId()).isNull();
    assertThat(decoder.retryMillis()).isNegative();
    byte[] stream = "id: 1\nretry: 500\ndata: a\n\nid:2\n\nid: 3\nretry: x\n".getBytes(UTF_8);
    decoder.feed(stream, 0, stream.length);
    assertThat(decoder.next()).isEqualTo("a".getBytes(UTF_8));
    assertThat(decoder.lastEventId()).isEqualTo("1");
    assertThat(decoder.next()).isNull();
    assertThat(decoder.lastEventId()).isEqualTo("2");
    assertThat(decoder.retryMillis()).isEqualTo(500);
  }

  @Test
  void anEventWithoutDataIsNone() {
    assertThat(decode("\n\nevent: e\n\n: c\n\n")).containsExactly("end");
  }

  @Test
  void emptyDataLinesAreData() {
    assertThat(decode("data\n\ndata\ndata\n\ndata:\n\n")).containsExactly("", "\n", "", "end");
  }

  @Test
  void anUnfinishedEventIsNone() {
    assertThat(decode("data: a\n\ndata: b\n")).containsExactly("a", "end");
    assertThat(decode("data: a\n\ndata: b")).containsExactly("a", "end");
    assertThat(decode("\u00ef")).containsExactly("end");
  }

  @Test
  void otherCharactersEndNoLine() {
    assertThat(decode("data: a\u2028b\u0085c\u000bd\n\n"))
        .containsExactly("a\u2028b\u0085c\u000bd", "end");
  }

  @Test
  void whatIsNotUtf8IsReplaced() {
    byte[] bytes = "data: a?b\n\n".getBytes(UTF_8);
    bytes[7] = (byte) 0xFF;
    assertThat(decode(bytes)).containsExactly("a\uFFFDb", "end");
  }

  @Test
  void anEventMayHaveAsManyBytesAsAllowed() {
    assertThat(decode("data: " + "x".repeat(LIMIT) + "\n\n")).hasSize(2);
    assertThat(decode("data:" + "x".repeat(LIMIT + 1) + "\n\n")).containsExactly("BODY_TOO_LONG");
    assertThat(decode("data: x\n".repeat(50) + "\n")).hasSize(2);
    assertThat(decode("data: x\n".repeat(51) + "\n")).containsExactly("BODY_TOO_LONG");
    assertThat(decode("data\n".repeat(102) + "\n")).containsExactly("BODY_TOO_LONG");
    assertThat(decode(":" + "x".repeat(LIMIT + 6))).containsExactly("LINE_TOO_LONG");
    assertThat(decode(":" + "x".repeat(LIMIT + 6) + "\n\n")).containsExactly("LINE_TOO_LONG");
  }

  @Test
  void anEndlessLineTakesNoMemoryBeyondTheLimit() throws Exception {
    SseDecoder decoder = new SseDecoder(1 << 20);
    byte[] chunk = "x".repeat(1 << 16).getBytes(UTF_8);
    int most = 0;
    try {
      for (int i = 0; i < 1_000; i++) {
        decoder.feed(chunk, 0, chunk.length);
        decoder.next();
        most = Math.max(most, decoder.capacity());
      }
    } catch (FramingException expected) {
      assertThat(expected.violation()).isEqualTo(Violation.LINE_TOO_LONG);
    }
    assertThat(most).isBetween(1 << 20, 3 << 20);
    assertThat(decoder.capacity()).isZero();
  }

  private final long seed = System.nanoTime();
  private final Random random = new Random(seed);

  @RepeatedTest(30)
  void everyCutOfEveryStreamGivesTheSameEvents() {
    byte[] stream = stream();
    List<String> whole = decode(stream);
    for (int cut = 0; cut <= stream.length; cut++) {
      assertThat(pieces(stream, cut, stream.length))
          .as("seed %d, cut at %d", seed, cut)
          .isEqualTo(whole);
    }
    for (int size = 1; size < 9; size++) {
      assertThat(pieces(stream, 0, size)).as("seed %d, size %d", seed, size).isEqualTo(whole);
    }
  }

  private static List<String> pieces(byte[] stream, int first, int size) {
    SseDecoder decoder = new SseDecoder(LIMIT);
    List<String> seen = new ArrayList<>();
    int at = 0;
    int next = first;
    try {
      while (at < stream.length) {
        decoder.feed(stream, at, next - at);
        for (byte[] event = decoder.next(); event != null; event = decoder.next()) {
          seen.add(new String(event, UTF_8));
        }
        at = next;
        next = Math.min(stream.length, at + size);
      }
    } catch (FramingException broken) {
      seen.add(broken.violation().name());
      return seen;
    }
    seen.addAll(FramingRulesTest.drain(decoder));
    return seen;
  }

  private byte[] stream() {
    String[] parts = {
      "data: ",
      "data:",
      "data",
      "\n",
      "\r",
      "\r\n",
      "\n\n",
      "\r\n\r\n",
      "\r\r",
      ":c",
      "id: 1",
      "{\"a\":1}",
      "é",
      "\uD83D\uDE00",
      "\uFEFF",
      "x".repeat(40),
      " "
    };
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes((random.nextBoolean() ? "\uFEFF" : "").getBytes(UTF_8));
    int count = random.nextInt(60);
    for (int i = 0; i < count; i++) {
      out.writeBytes(parts[random.nextInt(parts.length)].getBytes(UTF_8));
    }
    if (random.nextInt(4) == 0) {
      out.write(0xC3);
    }
    return out.toByteArray();
  }
}
