package io.polyplug.ainb.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.polyplug.wire.Json;
import io.polyplug.wire.RpcException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Section 6.1, the form of a frame. */
class WireBufferTest {
  private static WireBuffer read(String text) {
    return WireBuffer.read(Json.parse(text));
  }

  private static WireBuffer readCell(String cell) {
    return read("{\"width\":9,\"height\":9,\"cells\":[[{\"x\":1,\"y\":2}," + cell + "]]}");
  }

  @Test
  void theExampleOfTheContractIsRead() {
    WireBuffer buffer =
        read(
            """
            {"width":80,"height":24,"cells":[
              [{"x":0,"y":0},{"symbol":"W","fg":{"r":255,"g":215,"b":0},"modifier":1}],
              [{"x":1,"y":0},{"symbol":"e","modifier":0}]]}""");
    assertThat(buffer)
        .isEqualTo(
            new WireBuffer(
                80,
                24,
                List.of(
                    new Cell(0, 0, "W", new Color(255, 215, 0), null, 1), new Cell(1, 0, "e"))));
  }

  @Test
  void colourAndModifierMayBeAbsentOrNull() {
    assertThat(readCell("{\"symbol\":\"a\",\"fg\":null,\"bg\":null,\"modifier\":null}"))
        .isEqualTo(readCell("{\"symbol\":\"a\"}"));
  }

  @Test
  void unknownMembersAreIgnoredWhateverTheyHold() {
    assertThat(readCell("{\"new\":{\"x\":[1]},\"symbol\":\"a\",\"y\":[[]]}"))
        .isEqualTo(readCell("{\"symbol\":\"a\"}"));
  }

  @Test
  void aSymbolMayBeSeveralCodePointsOrNone() {
    assertThat(readCell("{\"symbol\":\"\\u0065\\u0301\"}").cells().getFirst().symbol())
        .isEqualTo("e\u0301");
    assertThat(readCell("{\"symbol\":\"\"}").cells().getFirst().symbol()).isEmpty();
  }

  @Test
  void aPluginWithoutScreensMayAnswerAnEmptyBuffer() {
    assertThat(read("{\"width\":0,\"height\":0,\"cells\":[]}"))
        .isEqualTo(new WireBuffer(0, 0, List.of()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "null",
        "{}",
        "{\"width\":1,\"height\":1}",
        "{\"width\":65536,\"height\":1,\"cells\":[]}",
        "{\"width\":-1,\"height\":1,\"cells\":[]}",
        "{\"width\":1.0,\"height\":1,\"cells\":[]}",
        "{\"width\":99999999999999999999,\"height\":1,\"cells\":[]}",
        "{\"width\":\"1\",\"height\":1,\"cells\":[]}",
        "{\"width\":1,\"height\":1,\"cells\":{}}",
        "{\"width\":1,\"height\":1,\"cells\":[{\"x\":0,\"y\":0}]}",
        "{\"width\":1,\"height\":1,\"cells\":[[]]}",
        "{\"width\":1,\"height\":1,\"cells\":[[{\"x\":0,\"y\":0}]]}",
        "{\"width\":1,\"height\":1,\"cells\":[[{\"x\":0},{\"symbol\":\"a\"}]]}",
        "{\"width\":1,\"height\":1,\"cells\":[[{\"x\":0,\"y\":70000},{\"symbol\":\"a\"}]]}",
        "{\"width\":1,\"height\":1,\"cells\":[[{\"x\":0,\"y\":0},{\"symbol\":\"a\"},1]]}",
      })
  void whatIsNoBufferIsInvalidParams(String text) {
    assertInvalid(() -> read(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "{}",
        "{\"symbol\":7}",
        "{\"symbol\":\"a\",\"fg\":{\"r\":256,\"g\":0,\"b\":0}}",
        "{\"symbol\":\"a\",\"fg\":{\"r\":1,\"g\":0}}",
        "{\"symbol\":\"a\",\"bg\":\"red\"}",
        "{\"symbol\":\"a\",\"bg\":{\"r\":1.5,\"g\":0,\"b\":0}}",
        "{\"symbol\":\"a\",\"modifier\":65536}",
        "{\"symbol\":\"a\",\"modifier\":-1}",
        "{\"symbol\":\"a\",\"modifier\":[]}",
      })
  void whatIsNoCellIsInvalidParams(String cell) {
    assertInvalid(() -> readCell(cell));
  }

  private static void assertInvalid(Runnable reading) {
    assertThatExceptionOfType(RpcException.class)
        .isThrownBy(reading::run)
        .satisfies(it -> assertThat(it.error().code()).isEqualTo(-32602));
  }

  @Test
  void whatIsWrittenIsReadAgainAndAlwaysTheSameBytes() {
    List<Cell> cells = new ArrayList<>();
    for (int i = 0; i < 200 * 60; i++) {
      Color fg = i % 3 == 0 ? null : Color.of(i * 31 & 0xFFFFFF);
      cells.add(new Cell(i % 200, i / 200, i % 2 == 0 ? "x" : "宽", fg, null, i % 512));
    }
    WireBuffer buffer = new WireBuffer(200, 60, cells);
    assertThat(WireBuffer.read(buffer.toJson())).isEqualTo(buffer);
    assertThat(buffer.toJson()).isEqualTo(buffer.toJson());
  }

  @Test
  void writersAlwaysEmitTheModifierAndNeverANull() {
    assertThat(new WireBuffer(1, 1, List.of(new Cell(0, 0, "a"))).toJson())
        .hasToString(
            "{\"width\":1,\"height\":1,"
                + "\"cells\":[[{\"x\":0,\"y\":0},{\"symbol\":\"a\",\"modifier\":0}]]}");
  }

  @Test
  void bothBitsOfReversedAreReadAndTheContractsOneIsWritten() {
    assertThat(Modifier.REVERSED.in(0x10)).isTrue();
    assertThat(Modifier.REVERSED.in(0x40)).isTrue();
    assertThat(Modifier.REVERSED.in(0x0F | 0x180)).isFalse();
    assertThat(Modifier.REVERSED.bit()).isEqualTo(0x10);
    assertThat(Modifier.CROSSED_OUT.in(0x100)).isTrue();
    assertThat(Modifier.HIDDEN.in(0x80)).isTrue();
  }
}
