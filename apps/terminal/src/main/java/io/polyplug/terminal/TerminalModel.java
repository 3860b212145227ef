package io.polyplug.terminal;

import io.polyplug.ainb.protocol.KeyCode;
import io.polyplug.ainb.protocol.KeyCode.Named;
import io.polyplug.ainb.protocol.KeyEvent;
import io.polyplug.ainb.protocol.MouseEvent;
import io.polyplug.ainb.protocol.MouseKind;
import io.polyplug.terminal.ScreenView.Phase;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The app without its terminal: takes what the user does, gives what is to be seen. Never waits for
 * a plugin or the host. One thread uses it; {@code changed} is called from others whenever there is
 * something new to paint. Whoever made it closes it.
 */
final class TerminalModel implements AutoCloseable {
  /** The last frames of so many screens are kept, to be shown while they open again. */
  private static final int MOST_KEPT_FRAMES = 64;

  private final ScreenHost host;
  private final Runnable changed;
  private final Watch watch;
  private final Map<Screen, Grid> lastFrames = new HashMap<>();
  private int width;
  private int height;
  private @Nullable ScreenLink link;
  private int selected;
  private boolean menu;
  private boolean log;
  private boolean left;

  TerminalModel(ScreenHost host, int width, int height, Runnable changed) {
    this.host = host;
    this.changed = changed;
    this.width = width;
    this.height = height;
    watch = new Watch(host, changed).start();
  }

  /** Whether the user has left the app. */
  boolean isLeft() {
    return left;
  }

  void resize(int columns, int rows) {
    width = columns;
    height = rows;
    relayout();
  }

  private Layout layout() {
    return Layout.of(width, height, log);
  }

  private void relayout() {
    Rect area = layout().screen();
    if (link != null) {
      link.resize(area.width(), area.height());
    }
  }

  void open(Screen screen) {
    home();
    menu = false;
    link = new ScreenLink(host, screen, layout().screen(), lastFrames.get(screen), changed).start();
    watch.look();
  }

  private void home() {
    if (link == null) {
      return;
    }
    Grid frame = link.view().frame();
    if (frame != null && lastFrames.size() < MOST_KEPT_FRAMES) {
      lastFrames.put(link.screen(), frame);
    }
    selected = Math.max(0, screens().indexOf(link.screen()));
    link.close();
    link = null;
  }

  private List<Screen> screens() {
    return watch.seen().screens();
  }

  /** Takes one thing that the user did. */
  void input(Input input) {
    switch (input) {
      case Input.Key key -> key(key.event());
      case Input.Pasted pasted -> {
        if (link != null && !menu) {
          link.key(pasted.event());
        }
      }
      case Input.Mouse mouse -> mouse(mouse.event());
      case Input.OwnKey own -> menu = !menu;
    }
  }

  private void key(KeyEvent key) {
    if (key.code().equals(new KeyCode.Char('c')) && (key.mods() & KeyEvent.CTRL) != 0) {
      left = true;
    } else if (menu) {
      menu = false;
      command(plain(key));
    } else if (link == null) {
      homeKey(key);
    } else {
      screenKey(link, key);
    }
  }

  /** The character of a key without Ctrl and Alt, or 0. */
  private static int plain(KeyEvent key) {
    boolean alone = (key.mods() & ~KeyEvent.SHIFT) == 0;
    return alone && key.code() instanceof KeyCode.Char it ? it.codePoint() : 0;
  }

  private void screenKey(ScreenLink open, KeyEvent key) {
    ScreenView view = open.view();
    int typed = plain(key);
    boolean text = view.capturesText() && view.isRunning();
    if (typed == '?' && !text) {
      menu = true;
    } else if (typed == 'H' && !text) {
      home();
    } else if (view.isStuck() && (typed == 'q' || key.code() == Named.ESC)) {
      home();
    } else if (view.phase() == Phase.FAILED && typed == 'r') {
      open.retry();
    } else {
      open.key(key);
    }
  }

  private void homeKey(KeyEvent key) {
    int last = Math.max(0, screens().size() - 1);
    if (key.code() instanceof Named named) {
      switch (named) {
        case UP, BACK_TAB -> selected = Math.max(0, selected - 1);
        case DOWN, TAB -> selected = Math.min(last, selected + 1);
        case HOME, PAGE_UP -> selected = 0;
        case END, PAGE_DOWN -> selected = last;
        case ENTER, RIGHT -> openAt(selected);
        case ESC -> left = true;
        case LEFT, BACKSPACE, DELETE -> {}
      }
      return;
    }
    switch (plain(key)) {
      case 'j' -> selected = Math.min(last, selected + 1);
      case 'k' -> selected = Math.max(0, selected - 1);
      case '?' -> menu = true;
      default -> command(plain(key));
    }
  }

  /** What can be asked for in the menu, and on the list of screens at once. */
  private void command(int typed) {
    switch (typed) {
      case 'n' -> step(1);
      case 'p' -> step(-1);
      case 'h', 'H' -> home();
      case 'l' -> {
        log = !log;
        relayout();
      }
      case 'r' -> {
        watch.look();
        if (link != null) {
          link.retry();
        }
      }
      case 'q' -> left = true;
      default -> {}
    }
  }

  private void step(int by) {
    int count = screens().size();
    if (count > 0) {
      int from = link == null ? selected - by : screens().indexOf(link.screen());
      openAt(Math.floorMod(from + by, count));
    }
  }

  private void openAt(int index) {
    if (index >= 0 && index < screens().size()) {
      open(screens().get(index));
    }
  }

  private void mouse(MouseEvent event) {
    Layout layout = layout();
    boolean click =
        event.kind().equals(new MouseKind.Pressed(MouseKind.Action.DOWN, MouseKind.Button.LEFT));
    if (menu) {
      menu = !click;
    } else if (layout.tabs().contains(event.col(), event.row())) {
      if (click) {
        clickTab(layout.tabs(), event.col(), event.row());
      }
    } else if (link != null) {
      forward(link, layout.screen(), event);
    } else if (click) {
      openAt(HomePage.at(layout.screen(), screens().size(), selected, event.row()));
    }
  }

  private void clickTab(Rect line, int column, int row) {
    int focused = link == null ? -1 : screens().indexOf(link.screen());
    List<Rect> tabs = Chrome.tabs(line, screens(), focused);
    for (int i = 0; i < tabs.size(); i++) {
      if (tabs.get(i).contains(column, row)) {
        openAt(i);
        return;
      }
    }
  }

  /** Only what happens on what the plugin painted is the plugin's. */
  private static void forward(ScreenLink open, Rect area, MouseEvent event) {
    Grid frame = open.view().frame();
    int column = event.col() - area.x();
    int row = event.row() - area.y();
    if (frame != null
        && area.contains(event.col(), event.row())
        && column < frame.width()
        && row < frame.height()
        && event.kind() != MouseKind.Plain.MOVED) {
      open.mouse(new MouseEvent(event.kind(), column, row, event.mods()));
    }
  }

  /** What is to be seen now; a screen that asked to be left is left first. */
  Grid paint() {
    if (link != null && link.view().phase() == Phase.LEFT) {
      home();
    }
    Watch.Seen seen = watch.seen();
    selected = Math.clamp(selected, 0, Math.max(0, seen.screens().size() - 1));
    TerminalPage.Open open =
        link == null ? null : new TerminalPage.Open(link.screen(), link.view());
    TerminalPage page = new TerminalPage(width, height, layout(), seen, open, selected, menu);
    watch.readLog(log ? page.plugin() : "");
    return page.paint();
  }

  /** Ends everything without waiting. */
  @Override
  public void close() {
    home();
    watch.close();
  }
}
