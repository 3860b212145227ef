package io.polyplug.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Memory follows what came, not what was announced, and stops at the limits. */
class HostileFramesTest {
  private static final int CHUNK = 8192;

  /** Feeds the same bytes for ever; how much the decoder held at most. */
  private static int mostHeld(FrameDecoder decoder, byte[] chunk, long total) {
    int most = 0;
    try {
      for (long fed = 0; fed < total; fed += chunk.length) {
        decoder.feed(chunk, 0, chunk.length);
        while (decoder.next() != null) {
          most = Math.max(most, decoder.capacity());
        }
        most = Math.max(most, decoder.capacity());
      }
    } catch (FramingException refused) {
      assertThat(decoder.capacity()).isZero();
    }
    return most;
  }

  private static byte[] filled(char c) {
    byte[] chunk = new byte[CHUNK];
    Arrays.fill(chunk, (byte) c);
    return chunk;
  }

  @Test
  void anEndlessHeaderStopsAtItsLimit() {
    assertThat(mostHeld(ContentLength.STRICT.decoder(), filled('x'), 1L << 30))
        .isLessThanOrEqualTo(4 * CHUNK);
  }

  @Test
  void anEndlessLineStopsAtItsLimit() {
    Ndjson lines =
        new Ndjson(1 << 20, 1 << 20, Ndjson.BlankLines.SKIP, false, Framing.BadUtf8.REPLACE);
    assertThat(mostHeld(lines.decoder(), filled('x'), 1L << 30)).isLessThanOrEqualTo(3 << 20);
  }

  @Test
  void endlessWhiteSpaceIsNotStored() {
    Ndjson lines =
        new Ndjson(1 << 20, 1 << 20, Ndjson.BlankLines.SKIP, false, Framing.BadUtf8.REPLACE);
    assertThat(mostHeld(lines.decoder(), filled(' '), 64L << 20)).isLessThanOrEqualTo(4 * CHUNK);
  }

  @Test
  void whiteSpaceAfterAFullLineIsNotStored() throws FramingException {
    Ndjson lines = new Ndjson(10, 10, Ndjson.BlankLines.SKIP, false, Framing.BadUtf8.REPLACE);
    FrameDecoder decoder = lines.decoder();
    decoder.feed("0123456789".getBytes(UTF_8), 0, 10);
    assertThat(mostHeld(decoder, filled(' '), 64L << 20)).isLessThanOrEqualTo(4 * CHUNK);
    decoder.feed("\n".getBytes(UTF_8), 0, 1);
    assertThat(decoder.next()).hasSize(10);
  }

  @Test
  void aLengthBeyondAllNumbersIsNotToldAsAnother() {
    FrameDecoder decoder = ContentLength.STRICT.decoder();
    byte[] header = "Content-Length: 100000000000000000000\r\n\r\n".getBytes(UTF_8);
    decoder.feed(header, 0, header.length);

    assertThatThrownBy(decoder::next)
        .hasMessage(
            "A body of more than 1000000000000000 bytes is longer than the 16777216 allowed.");
  }

  @Test
  void anAnnouncedLengthTakesNoMemory() throws FramingException {
    ContentLength huge =
        new ContentLength(8192, Integer.MAX_VALUE, 1, false, false, true, Framing.BadUtf8.PASS);
    FrameDecoder decoder = huge.decoder();
    byte[] header = "Content-Length: 2147483647\r\n\r\n{".getBytes(UTF_8);
    decoder.feed(header, 0, header.length);
    assertThat(decoder.next()).isNull();
    assertThat(decoder.capacity()).isLessThanOrEqualTo(CHUNK);
  }

  @Test
  void sixteenMebibytesAndOneAreRefusedBeforeTheBody() {
    byte[] header = "Content-Length: 16777217\r\n\r\n".getBytes(UTF_8);
    FrameDecoder decoder = ContentLength.STRICT.decoder();
    decoder.feed(header, 0, header.length);
    assertThatThrownBy(decoder::next)
        .isInstanceOf(FramingException.class)
        .hasMessageContaining("16777217")
        .hasMessageContaining("16777216");
    decoder.feed(header, 0, header.length);
    assertThat(decoder.capacity()).isZero();
  }

  @Test
  void aLargeFrameLeavesNoLargeBufferBehind() throws Exception {
    FrameDecoder decoder = Ndjson.STANDARD.decoder();
    byte[] large = new byte[4 << 20];
    Arrays.fill(large, (byte) 'x');
    large[large.length - 1] = '\n';
    decoder.feed(large, 0, large.length);
    assertThat(decoder.next()).hasSize(large.length - 1);
    decoder.readFrom(new java.io.ByteArrayInputStream(new byte[] {'{', '}', '\n'}));
    assertThat(decoder.capacity()).isLessThanOrEqualTo(ReadBuffer.CHUNK);
  }

  @Test
  void deepNestingIsABadBodyAndNotAStackOverflow() {
    String deep = "{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":" + "[".repeat(1 << 20);
    assertThat(new Envelope(Dialect.standard()).parse(deep.getBytes(UTF_8)))
        .isInstanceOfSatisfying(
            BadBody.class, bad -> assertThat(bad.sentence()).contains("deeper than 500"));
  }
}
