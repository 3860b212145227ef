package io.polyplug.terminal;

import io.polyplug.ainb.protocol.Cell;
import io.polyplug.ainb.protocol.Color;
import io.polyplug.ainb.protocol.WireBuffer;
import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.ToolChannel;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The app over a made-up plugin that shows its size and what it was sent last. */
public final class ShowcaseMain {
  private ShowcaseMain() {}

  /** Writes the id of its process to the file it is given, and runs. */
  public static void main(String[] args) throws Exception {
    Files.writeString(Path.of(args[0]), String.valueOf(ProcessHandle.current().pid()));
    Screen screen = new Screen("showcase", "main", "Show 宽");
    System.exit(new TerminalApp(new Host(screen), Optional.of(screen)).run());
  }

  private record Host(Screen screen) implements ScreenHost {
    @Override
    public List<Screen> screens() {
      return List.of(screen);
    }

    @Override
    public ToolChannel open(Screen asked, int width, int height) {
      FakeChannel channel = new FakeChannel();
      Thread.ofVirtual().start(() -> play(channel, width, height));
      return channel;
    }

    @Override
    public Standing standing(String plugin) {
      return new Standing("running", "");
    }

    @Override
    public List<String> logTail(String plugin, int lines) {
      return List.of();
    }
  }

  private static void play(FakeChannel channel, int width, int height) {
    int columns = width;
    int rows = height;
    String last = "nothing";
    try {
      while (true) {
        channel.show(Frames.frame(buffer(columns, rows, last), false));
        Json message = channel.fromApp.take();
        last = message.toString();
        if (last.contains("resize")) {
          Map<String, Json> members = JsonParts.members(message);
          columns = Integer.parseInt(members.get("width").toString());
          rows = Integer.parseInt(members.get("height").toString());
        } else if (last.contains("\"ch\":\"x\"")) {
          channel.fail(new Failure(FailureCode.CRASHED, "showcase", "exit status 3").thrown());
          return;
        }
      }
    } catch (InterruptedException end) {
      Thread.currentThread().interrupt();
    }
  }

  private static WireBuffer buffer(int width, int height, String last) {
    List<Cell> cells = new ArrayList<>();
    put(cells, 0, width + " by " + height, new Color(255, 215, 0));
    put(cells, 1, "宽字|e", null);
    cells.add(new Cell(6, 1, "o\u0308"));
    cells.add(new Cell(7, 1, "|"));
    cells.add(new Cell(8, 1, "\u001b[2J"));
    cells.add(new Cell(9, 1, "👨‍👩‍👧"));
    cells.add(new Cell(11, 1, "!"));
    put(cells, 2, last, null);
    cells.add(new Cell(width - 1, height - 1, "#", null, new Color(0, 0, 255), 0x10));
    return new WireBuffer(width, height, cells);
  }

  private static void put(List<Cell> cells, int y, String text, Color fg) {
    int x = 0;
    for (int codePoint : text.codePoints().toArray()) {
      String symbol = Character.toString(codePoint);
      cells.add(new Cell(x, y, symbol, fg, null, 0));
      x += Glyph.of(symbol).width();
    }
  }
}
