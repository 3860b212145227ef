package io.polyplug.monorepo.run;

import io.polyplug.base.Clock;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What goes on, in the last few lines of a terminal: what has just ended, what runs, and how much
 * there is to do. Nothing of it stays. Safe from any thread.
 *
 * <p>A picture is written in one piece, between marks that tell a terminal to show it as a whole,
 * and overwrites the one before instead of erasing it first: it does not flicker. It appears only
 * once a run takes longer than a moment, and never in a line that somebody else has begun.
 */
public final class LiveView implements RunListener, AutoCloseable {
  private static final long FIRST_MILLIS = 250;
  private static final long NEXT_MILLIS = 100;

  private final Consumer<String> terminal;
  private final Supplier<Room> room;
  private final LivePicture picture;
  private final CountDownLatch over = new CountDownLatch(1);
  private final Thread painter;
  private List<String> painted = List.of();
  private boolean lineBegun;

  /** How large a terminal is. */
  public record Room(int rows, int columns) {
    public Room {
      // Some say that they have none.
      rows = rows < 2 ? 24 : rows;
      columns = columns < 2 ? 80 : columns;
    }
  }

  private LiveView(Consumer<String> terminal, Supplier<Room> room, boolean colour, Clock clock) {
    this.terminal = terminal;
    this.room = room;
    this.picture = new LivePicture(colour, clock);
    this.painter = Thread.ofPlatform().daemon().name("live-view").unstarted(this::paintOn);
  }

  /**
   * Begins to show.
   *
   * @param terminal writes to it, at once
   * @param room how large it is now
   */
  public static LiveView start(
      Consumer<String> terminal, Supplier<Room> room, boolean colour, Clock clock) {
    LiveView view = new LiveView(terminal, room, colour, clock);
    view.painter.start();
    return view;
  }

  @Override
  public synchronized void planned(int tasks) {
    picture.planned(tasks);
  }

  @Override
  public synchronized void began(String dish, String what) {
    picture.began(dish, what);
  }

  @Override
  public synchronized void installed(String dish, InstallReport report) {
    picture.installed(dish, report);
  }

  @Override
  public synchronized void ended(String dish, TaskReport report) {
    picture.ended(dish, report);
  }

  /** From now on it is shown that everything is being ended. */
  public synchronized void stopping() {
    picture.stopping();
    if (over.getCount() > 0 && !lineBegun) {
      paint();
    }
  }

  /**
   * Writes something that stays, above the picture.
   *
   * @param endsLine whether it ends with a line break; if not, the picture waits for one
   */
  public synchronized void above(Runnable write, boolean endsLine) {
    erase();
    write.run();
    lineBegun = !endsLine;
  }

  private void paintOn() {
    try {
      if (over.await(FIRST_MILLIS, TimeUnit.MILLISECONDS)) {
        return;
      }
      do {
        synchronized (this) {
          if (!lineBegun) {
            paint();
          }
        }
      } while (!over.await(NEXT_MILLIS, TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void paint() {
    Room now = room.get();
    // A line that fills the last column is wrapped by some terminals, and the line below the
    // picture is where the cursor is.
    List<String> lines = picture.lines(now.rows() - 1, now.columns() - 1);
    StringBuilder out = new StringBuilder("\u001b[?2026h");
    up(now, out);
    for (String line : lines) {
      out.append('\r').append(line).append("\u001b[0m\u001b[K\n");
    }
    out.append("\u001b[J\u001b[?2026l");
    painted = lines;
    terminal.accept(out.toString());
  }

  /** To the first line of the picture; in a terminal that is narrower now, lines are several. */
  private void up(Room now, StringBuilder out) {
    int rows = 0;
    for (String line : painted) {
      rows += Math.max(1, Math.ceilDiv(Columns.of(line), now.columns()));
    }
    if (rows > 0) {
      out.append("\u001b[").append(rows).append('A');
    }
  }

  private void erase() {
    if (!painted.isEmpty()) {
      StringBuilder out = new StringBuilder();
      up(room.get(), out);
      terminal.accept(out.append("\r\u001b[J").toString());
      painted = List.of();
    }
  }

  /** Takes the picture away. */
  @Override
  public void close() {
    over.countDown();
    boolean interrupted = false;
    while (painter.isAlive()) {
      try {
        painter.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    synchronized (this) {
      erase();
      if (lineBegun) {
        // What follows does not belong to it.
        terminal.accept("\n");
        lineBegun = false;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
