package io.polyplug.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Where things are. */
class LayoutTest {
  private static final List<Screen> MANY =
      IntStream.range(0, 20).mapToObj(i -> new Screen("p", "s" + i, "Screen " + i)).toList();

  @Test
  void tabsScreenAndStatusFillTheTerminal() {
    Layout layout = Layout.of(80, 24, false);
    assertThat(layout.tabs()).isEqualTo(new Rect(0, 0, 80, 1));
    assertThat(layout.screen()).isEqualTo(new Rect(0, 1, 80, 22));
    assertThat(layout.log().height()).isZero();
    assertThat(layout.status()).isEqualTo(new Rect(0, 23, 80, 1));
  }

  @Test
  void theLogTakesAThirdOfTheScreenAtMost() {
    Layout layout = Layout.of(80, 24, true);
    assertThat(layout.screen().height()).isEqualTo(15);
    assertThat(layout.log()).isEqualTo(new Rect(0, 16, 80, 7));
  }

  @Test
  void inALowTerminalTheScreenKeepsItsPlaceLongest() {
    assertThat(Layout.of(10, 1, true).screen()).isEqualTo(new Rect(0, 0, 10, 1));
    assertThat(Layout.of(10, 2, true).screen()).isEqualTo(new Rect(0, 0, 10, 1));
    assertThat(Layout.of(10, 3, true).screen()).isEqualTo(new Rect(0, 1, 10, 1));
  }

  @Test
  void theTabOfTheOpenScreenIsAlwaysSeen() {
    for (int focused = 0; focused < MANY.size(); focused++) {
      List<Rect> tabs = Chrome.tabs(new Rect(0, 0, 40, 1), MANY, focused);
      assertThat(tabs.get(focused).width()).isGreaterThanOrEqualTo(10);
      assertThat(tabs).allMatch(it -> it.x() + it.width() <= 40);
    }
  }

  @Test
  void aLongListScrollsToTheSelectedScreen() {
    Watch.Seen seen = new Watch.Seen(true, MANY, Map.of(), List.of());
    Rect part = new Rect(0, 0, 40, 8);
    Grid grid = new Grid(40, 8);
    HomePage.draw(grid, part, seen, 19);
    assertThat(grid.style(2, 7)).isEqualTo(Style.REVERSED);
    assertThat(HomePage.at(part, MANY.size(), 19, 7)).isEqualTo(19);
    assertThat(HomePage.at(part, MANY.size(), 19, 0)).isEqualTo(-1);
  }

  @Test
  void aLongReasonIsBrokenBetweenWords() {
    assertThat(ScreenPage.wrap("the plugin ended twice", 10))
        .containsExactly("the plugin", "ended", "twice");
    assertThat(ScreenPage.wrap("abcdefghij", 4)).containsExactly("abcd", "efgh", "ij");
  }

  @Test
  void aPanelInAPartThatIsTooSmallIsOneLine() {
    Grid grid = new Grid(3, 1);
    Chrome.drawPanel(grid, new Rect(0, 0, 3, 1), List.of("loading…"));
    assertThat(grid.glyph(0, 0).text()).isEqualTo("l");
  }
}
