package io.polyplug.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.ainb.protocol.Cell;
import io.polyplug.ainb.protocol.Color;
import io.polyplug.ainb.protocol.KeyEvent;
import io.polyplug.ainb.protocol.MouseEvent;
import io.polyplug.ainb.protocol.WireBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whatever comes in, what goes out obeys the rules. */
class RandomInputTest {
  private static final String LIKELY = "\u001b\u001b\u001b[[O<;;0123456789~ABMmuPZ]\\\u0007\u0003é";

  @Test
  void randomBytesGiveOnlyEventsThatCanBeSent() {
    Random random = new Random(7);
    List<Input> inputs = new ArrayList<>();
    KeyDecoder decoder = new KeyDecoder(inputs::add);
    for (int round = 0; round < 20_000; round++) {
      byte[] bytes = new byte[1 + random.nextInt(12)];
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] =
            (byte)
                (random.nextInt(4) == 0
                    ? random.nextInt(256)
                    : LIKELY.charAt(random.nextInt(LIKELY.length())));
      }
      decoder.feed(bytes, 0, bytes.length);
      if (random.nextInt(3) == 0) {
        decoder.settle();
        assertThat(decoder.isOpen()).isFalse();
      }
    }
    assertThat(inputs).hasSizeGreaterThan(10_000);
    for (Input input : inputs) {
      switch (input) {
        case Input.Key it -> assertThat(KeyEvent.read(it.event().toJson())).isEqualTo(it.event());
        case Input.Pasted it ->
            assertThat(KeyEvent.read(it.event().toJson())).isEqualTo(it.event());
        case Input.Mouse it ->
            assertThat(MouseEvent.read(it.event().toJson())).isEqualTo(it.event());
        case Input.OwnKey it -> {}
      }
    }
  }

  @Test
  void randomSymbolsNeverBreakTheGridOrReachTheTerminalAsControls() {
    Random random = new Random(11);
    Painter painter = new Painter(ColorDepth.TRUE);
    for (int round = 0; round < 300; round++) {
      List<Cell> cells = new ArrayList<>();
      for (int i = 0; i < 60; i++) {
        StringBuilder symbol = new StringBuilder();
        for (int n = random.nextInt(5); n > 0; n--) {
          symbol.appendCodePoint(random.nextInt(random.nextBoolean() ? 0x500 : 0x110000));
        }
        Color color = random.nextBoolean() ? Color.of(random.nextInt(1 << 24)) : null;
        cells.add(
            new Cell(
                random.nextInt(14),
                random.nextInt(6),
                symbol.toString(),
                color,
                null,
                random.nextInt(0x10000)));
      }
      Grid grid = Grid.of(new WireBuffer(12, 5, cells), 12, 5);
      assertWhole(grid);
      String sent = painter.paint(grid).replaceAll("\u001b\\[[?0-9;]*[hlmHJ]", "");
      assertThat(sent.codePoints()).noneMatch(Character::isISOControl);
    }
  }

  private static void assertWhole(Grid grid) {
    for (int y = 0; y < grid.height(); y++) {
      int columns = 0;
      for (int x = 0; x < grid.width(); x++) {
        boolean covered = x > 0 && grid.glyph(x - 1, y).width() == 2;
        assertThat(grid.glyph(x, y).width() == 0).isEqualTo(covered);
        columns += grid.glyph(x, y).width();
      }
      assertThat(columns).isEqualTo(grid.width());
    }
  }
}
