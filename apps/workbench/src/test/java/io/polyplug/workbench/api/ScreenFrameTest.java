package io.polyplug.workbench.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.ainb.protocol.Cell;
import io.polyplug.ainb.protocol.Color;
import io.polyplug.ainb.protocol.KeyCode;
import io.polyplug.ainb.protocol.KeyEvent;
import io.polyplug.ainb.protocol.Modifier;
import io.polyplug.ainb.protocol.WireBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Frames as the page draws them, and keys as it sends them. */
class ScreenFrameTest {
  private static String drawn(int columns, int rows, Cell... cells) {
    return ScreenFrame.of(new WireBuffer(columns, rows, List.of(cells)), columns, rows).toString();
  }

  @Test
  void whatLooksTheSameIsOneRun() {
    Color red = new Color(255, 0, 0);
    assertThat(
            drawn(
                4,
                1,
                new Cell(0, 0, "a"),
                new Cell(1, 0, "b"),
                new Cell(2, 0, "c", red, null, Modifier.BOLD.bit())))
        .contains(
            "{\"x\":0,\"text\":\"ab\"}",
            "{\"x\":2,\"text\":\"c\",\"fg\":\"#ff0000\",\"bold\":true}");
  }

  @Test
  void ofTwoCellsAtOnePlaceTheLaterWinsAndWhatLiesOutsideIsLeftOut() {
    assertThat(
            drawn(
                2,
                1,
                new Cell(0, 0, "a"),
                new Cell(0, 0, "b"),
                new Cell(9, 0, "x"),
                new Cell(0, 9, "y")))
        .isEqualTo("{\"cols\":2,\"rows\":1,\"lines\":[[{\"x\":0,\"text\":\"b\"}]]}");
  }

  @Test
  void plainBlanksAreLeftOut() {
    assertThat(drawn(3, 1, new Cell(0, 0, " "), new Cell(1, 0, ""), new Cell(2, 0, "z")))
        .contains("[[{\"x\":2,\"text\":\"z\"}]]");
  }

  @Test
  void wideSymbolsStandAlone() {
    assertThat(drawn(4, 1, new Cell(0, 0, "漢"), new Cell(2, 0, "a")))
        .contains("{\"x\":0,\"text\":\"漢\",\"one\":true}", "{\"x\":2,\"text\":\"a\"}");
  }

  @Test
  void controlCharactersAreNotShown() {
    assertThat(drawn(1, 1, new Cell(0, 0, "\u001b[31m"))).contains("\"text\":\"\uFFFD\"");
  }

  @Test
  void keysHaveTheWordsOfTheContract() {
    assertThat(BrowserKeys.read("ArrowUp", List.of("ctrl", "shift")))
        .contains(KeyEvent.press(KeyCode.Named.UP, KeyEvent.CTRL | KeyEvent.SHIFT));
    assertThat(BrowserKeys.read("Tab", List.of("shift")))
        .contains(KeyEvent.press(KeyCode.Named.BACK_TAB, KeyEvent.SHIFT));
    assertThat(BrowserKeys.read("F12", List.of()))
        .contains(KeyEvent.press(new KeyCode.Function(12), 0));
    assertThat(BrowserKeys.read("😀", List.of()))
        .contains(KeyEvent.press(new KeyCode.Char("😀".codePointAt(0)), 0));
  }

  @Test
  void aKeyThatTheContractLacksIsNone() {
    for (String key : List.of("", "F25", "MediaPlay", "Insert", "ab")) {
      assertThat(BrowserKeys.read(key, List.of())).as(key).isEmpty();
    }
  }
}
