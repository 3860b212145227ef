package io.polyplug.conformance.ainb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** Chunks are recognised in JSON and in MessagePack, and nothing else is taken for one. */
class ChunkEnvelopeTest {
  /** A name of MessagePack. */
  private static String name(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return "%02x".formatted(0xA0 | bytes.length) + HexFormat.of().formatHex(bytes);
  }

  private static byte[] bytes(String... hex) {
    return HexFormat.of().parseHex(String.join("", hex));
  }

  private static final String HEAD =
      name("version") + "03" + name("published_ns") + "cf00000000000003e8";

  @Test
  void messagePackIsRead() {
    byte[] payload =
        bytes(
            "86",
            HEAD,
            name("partial") + "c2",
            name("data")
                + "82"
                + name("calls")
                + "93"
                + "01"
                + "cb3ff0000000000000"
                + "c0"
                + name("x")
                + "c40200ff",
            name("chunk_index") + "cd0102",
            name("is_final") + "c2");

    assertThat(ChunkEnvelope.of(payload)).contains(new ChunkEnvelope(1000, 258, false));
  }

  @Test
  void whatIsLeftOutHasItsDefault() {
    assertThat(ChunkEnvelope.of(bytes("82", HEAD))).contains(new ChunkEnvelope(1000, 0, true));
    assertThat(
            ChunkEnvelope.of("{\"version\":1,\"published_ns\":7}".getBytes(StandardCharsets.UTF_8)))
        .contains(new ChunkEnvelope(7, 0, true));
  }

  @Test
  void anythingElseIsNoChunk() {
    assertThat(ChunkEnvelope.of(new byte[0])).isEmpty();
    assertThat(ChunkEnvelope.of("text".getBytes(StandardCharsets.UTF_8))).isEmpty();
    assertThat(ChunkEnvelope.of("{\"version\":1}".getBytes(StandardCharsets.UTF_8))).isEmpty();
    // Cut, followed by more, and with a length that nothing has.
    assertThat(ChunkEnvelope.of(bytes("83", HEAD))).isEmpty();
    assertThat(ChunkEnvelope.of(bytes("82", HEAD, "00"))).isEmpty();
    assertThat(ChunkEnvelope.of(bytes("83", HEAD, name("data") + "c6ffffffff"))).isEmpty();
  }
}
