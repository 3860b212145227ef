package io.polyplug.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.ainb.protocol.Cell;
import io.polyplug.ainb.protocol.Color;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a terminal is sent. */
class PainterTest {
  private final Painter painter = new Painter(ColorDepth.TRUE);

  private static Grid grid(String... lines) {
    return Grid.of(Frames.lines(6, lines.length, lines), 6, lines.length);
  }

  private static String bare(String sent) {
    return sent.replace("\u001b[?2026h", "").replace("\u001b[0m\u001b[?2026l", "");
  }

  @Test
  void theFirstFrameClearsTheTerminal() {
    assertThat(bare(painter.paint(grid("ab")))).isEqualTo("\u001b[0m\u001b[2J\u001b[1;1Hab");
  }

  @Test
  void nothingIsSentWhenNothingChanged() {
    painter.paint(grid("ab"));
    assertThat(painter.paint(grid("ab"))).isEmpty();
  }

  @Test
  void onlyWhatChangedIsSent() {
    painter.paint(grid("abc", "def"));
    assertThat(bare(painter.paint(grid("abc", "dxf")))).isEqualTo("\u001b[2;2Hx");
  }

  @Test
  void theCursorIsPutInPlaceAfterAnythingButAscii() {
    painter.paint(grid(""));
    assertThat(bare(painter.paint(grid("宽a")))).isEqualTo("\u001b[1;1H宽\u001b[1;3Ha");
  }

  @Test
  void whatAWideGlyphLeavesBehindIsPainted() {
    painter.paint(grid("宽a"));
    assertThat(bare(painter.paint(grid("x a")))).isEqualTo("\u001b[1;1Hx ");
  }

  @Test
  void aRowWithAGlyphOfDoubtfulWidthIsPaintedWhole() {
    Grid before =
        Grid.of(Frames.buffer(4, 1, new Cell(0, 0, "e\u0301"), new Cell(3, 0, "z")), 4, 1);
    Grid after = Grid.of(Frames.buffer(4, 1, new Cell(1, 0, "b"), new Cell(3, 0, "z")), 4, 1);
    painter.paint(before);
    assertThat(bare(painter.paint(after))).isEqualTo("\u001b[1;1H b z");
  }

  @Test
  void aForgottenTerminalIsPaintedAnew() {
    painter.paint(grid("ab"));
    painter.forget();
    assertThat(painter.paint(grid("ab"))).contains("\u001b[2J", "ab");
  }

  @Test
  void stylesAreSetOnceForNeighbours() {
    Cell one = new Cell(0, 0, "a", new Color(1, 2, 3), new Color(4, 5, 6), 0x1FF);
    Cell two = new Cell(1, 0, "b", new Color(1, 2, 3), new Color(4, 5, 6), 0x1FF);
    assertThat(bare(painter.paint(Grid.of(Frames.buffer(2, 1, one, two), 2, 1))))
        .endsWith("\u001b[1;1H\u001b[1;2;3;4;7;8;9;38;2;1;2;3;48;2;4;5;6mab");
  }

  private static String sgr(ColorDepth depth, int rgb, boolean background) {
    StringBuilder out = new StringBuilder();
    depth.append(out, rgb, background);
    return out.toString();
  }

  @Test
  void coloursAreTakenDownToWhatTheTerminalHas() {
    assertThat(sgr(ColorDepth.TRUE, 0xFFD700, false)).isEqualTo(";38;2;255;215;0");
    assertThat(sgr(ColorDepth.INDEXED, 0xFFD700, false)).isEqualTo(";38;5;220");
    assertThat(sgr(ColorDepth.INDEXED, 0x808080, true)).isEqualTo(";48;5;244");
    assertThat(sgr(ColorDepth.INDEXED, 0x000000, true)).isEqualTo(";48;5;16");
    assertThat(sgr(ColorDepth.INDEXED, 0xFFFFFF, true)).isEqualTo(";48;5;231");
    assertThat(sgr(ColorDepth.SIXTEEN, 0xFF1010, false)).isEqualTo(";91");
    assertThat(sgr(ColorDepth.SIXTEEN, 0x000010, true)).isEqualTo(";40");
    assertThat(sgr(ColorDepth.NONE, 0xFF0000, false)).isEmpty();
    assertThat(sgr(ColorDepth.TRUE, Style.OWN, false)).isEmpty();
  }

  private static ColorDepth depth(Map<String, String> environment, Integer colors) {
    return ColorDepth.of(environment::get, colors);
  }

  @Test
  void theTerminalSaysHowManyColoursItHas() {
    assertThat(depth(Map.of("COLORTERM", "truecolor"), 8)).isEqualTo(ColorDepth.TRUE);
    assertThat(depth(Map.of("TERM", "xterm-direct"), -1)).isEqualTo(ColorDepth.TRUE);
    assertThat(depth(Map.of("TERM", "xterm-256color"), 256)).isEqualTo(ColorDepth.INDEXED);
    assertThat(depth(Map.of("TERM", "xterm"), 8)).isEqualTo(ColorDepth.SIXTEEN);
    assertThat(depth(Map.of("TERM", "vt100"), 0)).isEqualTo(ColorDepth.NONE);
    assertThat(depth(Map.of(), null)).isEqualTo(ColorDepth.NONE);
    assertThat(depth(Map.of("NO_COLOR", "1", "COLORTERM", "truecolor"), 256))
        .isEqualTo(ColorDepth.NONE);
  }
}
