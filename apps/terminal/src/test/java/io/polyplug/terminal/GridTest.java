package io.polyplug.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.ainb.protocol.Cell;
import io.polyplug.ainb.protocol.Color;
import io.polyplug.ainb.protocol.Modifier;
import io.polyplug.ainb.protocol.WireBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The painting rules of section 6.1. */
class GridTest {
  private static Grid grid(WireBuffer buffer) {
    return Grid.of(buffer, 100, 100);
  }

  private static String text(WireBuffer buffer) {
    return FrameText.text(buffer);
  }

  @Test
  void whatIsNotListedIsBlank() {
    Grid grid = grid(Frames.buffer(2, 1, new Cell(1, 0, "a")));
    assertThat(grid.glyph(0, 0)).isEqualTo(Glyph.BLANK);
    assertThat(grid.style(0, 0)).isEqualTo(Style.PLAIN);
  }

  @Test
  void cellsOutsideTheBufferAreSkipped() {
    assertThat(text(Frames.buffer(2, 1, new Cell(2, 0, "x"), new Cell(0, 1, "y")))).isEmpty();
  }

  @Test
  void cellsOutsideTheAreaOnScreenAreSkipped() {
    Grid grid = Grid.of(Frames.lines(5, 2, "abcde", "fghij"), 2, 1);
    assertThat(grid.width()).isEqualTo(2);
    assertThat(grid.height()).isEqualTo(1);
    assertThat(grid.glyph(1, 0).text()).isEqualTo("b");
  }

  @Test
  void aBufferOfEnormousSizeTakesNoMoreThanTheArea() {
    assertThat(Grid.of(Frames.buffer(65535, 65535), 10, 5).width()).isEqualTo(10);
  }

  @Test
  void aLaterCellReplacesTheEarlierOneEntirely() {
    Grid grid =
        grid(
            Frames.buffer(
                1, 1, new Cell(0, 0, "a", new Color(1, 2, 3), null, 1), new Cell(0, 0, "b")));
    assertThat(grid.glyph(0, 0).text()).isEqualTo("b");
    assertThat(grid.style(0, 0)).isEqualTo(Style.PLAIN);
  }

  @Test
  void aDoubleWidthGlyphCoversTheNextColumnWhateverIsListedThere() {
    Grid grid = grid(Frames.buffer(3, 1, new Cell(0, 0, "宽"), new Cell(1, 0, " ")));
    assertThat(grid.glyph(0, 0).text()).isEqualTo("宽");
    assertThat(grid.glyph(1, 0)).isEqualTo(Glyph.COVERED);
    assertThat(text(Frames.buffer(3, 1, new Cell(1, 0, "x"), new Cell(0, 0, "宽")))).isEqualTo("宽");
  }

  @Test
  void aDoubleWidthGlyphThatDoesNotFitIsBlank() {
    assertThat(text(Frames.buffer(2, 1, new Cell(0, 0, "a"), new Cell(1, 0, "宽")))).isEqualTo("a");
  }

  @Test
  void anEmptySymbolPaintsASpaceWithItsColours() {
    Grid grid = grid(Frames.buffer(1, 1, new Cell(0, 0, "", null, new Color(9, 9, 9), 0)));
    assertThat(grid.glyph(0, 0)).isEqualTo(Glyph.BLANK);
    assertThat(grid.style(0, 0).bg()).isEqualTo(0x090909);
  }

  @Test
  void anAbsentColourIsTheTerminalsOwn() {
    Style style = grid(Frames.buffer(1, 1, new Cell(0, 0, "a", null, null, 0x40))).style(0, 0);
    assertThat(style.fg()).isEqualTo(Style.OWN);
    assertThat(style.is(Modifier.REVERSED)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "a,1",
    "é,1",
    "e\u0301,1",
    "宽,2",
    "😀,2",
    "❤\uFE0F,2",
    "👨‍👩‍👧,2",
    "🇩🇪,2",
    "\uE0B0,1",
    "ｱ,1",
    "─,1"
  })
  void theWidthIsMeasuredByTheHost(String symbol, int width) {
    assertThat(Glyph.of(symbol)).isEqualTo(new Glyph(symbol, width));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u001b",
        "\u001b[2J",
        "a\u001b]0;title\u0007",
        "\n",
        "\t",
        "\u007f",
        "\u009b31m",
        "\u202e",
        "\u2028",
        "\ud800",
        "a\u0000"
      })
  void controlCharactersNeverReachTheTerminal(String symbol) {
    assertThat(Glyph.of(symbol)).isEqualTo(Glyph.REFUSED);
  }

  @Test
  void aLoneCombiningMarkSitsOnASpaceOfItsOwn() {
    assertThat(Glyph.of("\u0301")).isEqualTo(new Glyph(" \u0301", 1));
    assertThat(Glyph.of("\u200d")).isEqualTo(Glyph.BLANK);
  }

  @Test
  void onlyTheFirstGraphemeOfASymbolIsShown() {
    assertThat(Glyph.of("ab")).isEqualTo(new Glyph("a", 1));
  }

  @Test
  void aPileOfMarksIsCut() {
    Glyph glyph = Glyph.of("e" + "\u0301".repeat(500));
    assertThat(glyph.width()).isEqualTo(1);
    assertThat(glyph.text()).hasSize(16);
  }

  @Test
  void drawingThroughAWideGlyphBlanksItsOtherHalf() {
    Grid grid = grid(Frames.lines(4, 1, "宽宽"));
    grid.put(1, 0, Glyph.of("x"), Style.PLAIN);
    assertThat(grid.glyph(0, 0)).isEqualTo(Glyph.BLANK);
    grid.put(2, 0, Glyph.of("y"), Style.PLAIN);
    assertThat(grid.glyph(3, 0)).isEqualTo(Glyph.BLANK);
  }

  @Test
  void aWideGlyphAtTheEdgeOfAPartIsBlank() {
    Grid grid = new Grid(6, 1);
    grid.draw(grid(Frames.lines(4, 1, "a宽")), new Rect(1, 0, 2, 1));
    assertThat(grid.glyph(1, 0).text()).isEqualTo("a");
    assertThat(grid.glyph(2, 0)).isEqualTo(Glyph.BLANK);
    assertThat(grid.glyph(3, 0)).isEqualTo(Glyph.BLANK);
  }
}
