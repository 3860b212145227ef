package io.polyplug.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Lines that are not UTF-8 are mended wherever their bad bytes are and however they arrive. */
class LineRepairTest {
  private static final String FILL = "0123456789abcdef";

  @Test
  void aBadByteAnywhereInALineIsReplacedHoweverTheLineIsSplit() throws Exception {
    for (int place = 0; place < FILL.length(); place++) {
      byte[] line = (FILL + "\n" + FILL + "\n").getBytes(StandardCharsets.ISO_8859_1);
      line[place] = (byte) 0xFF;
      for (int split = 0; split <= line.length; split++) {
        FrameDecoder decoder = Ndjson.STANDARD.decoder();
        StringBuilder seen = new StringBuilder();
        decoder.feed(line, 0, split);
        drain(decoder, seen);
        decoder.feed(line, split, line.length - split);
        drain(decoder, seen);
        String mended = FILL.substring(0, place) + "\ufffd" + FILL.substring(place + 1);
        assertThat(seen.toString())
            .as("bad byte at %d, split at %d", place, split)
            .isEqualTo(mended + "|" + FILL + "|");
      }
    }
  }

  private static void drain(FrameDecoder decoder, StringBuilder seen) throws FramingException {
    for (byte[] frame = decoder.next(); frame != null; frame = decoder.next()) {
      seen.append(new String(frame, StandardCharsets.UTF_8)).append('|');
    }
  }
}
