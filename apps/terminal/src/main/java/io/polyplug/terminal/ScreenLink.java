package io.polyplug.terminal;

import io.polyplug.ainb.protocol.KeyEvent;
import io.polyplug.ainb.protocol.MouseEvent;
import io.polyplug.base.UntrustedText;
import io.polyplug.host.PluginException;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.ToolChannel;
import io.polyplug.terminal.ScreenView.Phase;
import io.polyplug.wire.Json;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One screen that the user looks at: opened, read, and opened again when its plugin ends, all on a
 * thread of its own. No method waits for the plugin. Every change of the view is followed by a call
 * of {@code changed} on some thread. Whoever made the link closes it.
 */
final class ScreenLink implements AutoCloseable {
  /** Even a plugin that ends at once and is started again at once gives the user time to read. */
  private static final Duration BETWEEN_OPENINGS = Duration.ofMillis(500);

  private final ScreenHost host;
  private final Screen screen;
  private final Runnable changed;
  private final Semaphore retries = new Semaphore(0);
  private final Thread thread;
  private volatile ScreenView view;
  private volatile boolean closed;
  private int width;
  private int height;
  private @Nullable ToolChannel channel;
  private @Nullable Outgoing outgoing;

  ScreenLink(
      ScreenHost host, Screen screen, Rect area, @Nullable Grid lastFrame, Runnable changed) {
    this.host = host;
    this.screen = screen;
    this.changed = changed;
    width = area.width();
    height = area.height();
    view = new ScreenView(Phase.OPENING, lastFrame, false, "");
    thread = Thread.ofVirtual().name("polyplug-screen").unstarted(this::run);
  }

  ScreenLink start() {
    thread.start();
    return this;
  }

  Screen screen() {
    return screen;
  }

  ScreenView view() {
    return view;
  }

  /** Passes a key on; a plugin that does not run never gets it. */
  void key(KeyEvent key) {
    send(Messages.key(key));
  }

  void mouse(MouseEvent mouse) {
    send(Messages.mouse(mouse));
  }

  synchronized void resize(int columns, int rows) {
    if (columns != width || rows != height) {
      width = columns;
      height = rows;
      send(Messages.resize(columns, rows));
    }
  }

  /** The user asks again for a plugin that failed. */
  void retry() {
    if (view.phase() == Phase.FAILED) {
      retries.release();
    }
  }

  private synchronized void send(Json message) {
    if (outgoing != null) {
      outgoing.send(message);
    }
  }

  private void show(ScreenView next) {
    view = next;
    changed.run();
  }

  private void run() {
    try {
      while (!closed) {
        Optional<ToolChannel> opened = open();
        if (opened.isPresent()) {
          read(opened.get());
        }
        if (view.phase() == Phase.LEFT || closed) {
          return;
        }
        pause();
      }
    } catch (InterruptedException left) {
      // Closed while it waited.
    }
  }

  private Optional<ToolChannel> open() {
    int columns;
    int rows;
    synchronized (this) {
      columns = width;
      rows = height;
    }
    try {
      return Optional.of(attach(host.open(screen, columns, rows), columns, rows));
    } catch (RuntimeException refused) {
      show(view.as(Phase.FAILED, sentence(refused)));
      return Optional.empty();
    }
  }

  private synchronized ToolChannel attach(ToolChannel opened, int columns, int rows) {
    channel = opened;
    outgoing = new Outgoing(opened);
    if (columns != width || rows != height) {
      send(Messages.resize(width, height));
    }
    show(new ScreenView(Phase.LOADING, view.frame(), false, ""));
    return opened;
  }

  private synchronized void detach() {
    if (outgoing != null) {
      outgoing.close();
    }
    outgoing = null;
    channel = null;
  }

  private void read(ToolChannel from) {
    try (from) {
      // Closing may have come before there was a channel to close.
      Optional<Json> message = closed ? Optional.empty() : from.next();
      while (message.isPresent() && !closed && view.phase() != Phase.LEFT) {
        show(Messages.received(message.get(), view, columns(), rows()));
        message = view.phase() == Phase.LEFT ? Optional.empty() : from.next();
      }
      detach();
      if (view.phase() != Phase.LEFT) {
        show(view.as(Phase.FAILED, "the plugin closed this screen"));
      }
    } catch (PluginException ended) {
      detach();
      show(view.as(Phase.DOWN, sentence(ended)));
    } catch (RuntimeException broken) {
      detach();
      show(view.as(Phase.FAILED, sentence(broken)));
    }
  }

  private synchronized int columns() {
    return width;
  }

  private synchronized int rows() {
    return height;
  }

  private void pause() throws InterruptedException {
    if (view.phase() == Phase.FAILED) {
      // This wait is the user's: it ends when the user asks again or leaves.
      retries.acquire();
      retries.drainPermits();
      show(view.as(Phase.OPENING, ""));
    } else {
      if (retries.tryAcquire(BETWEEN_OPENINGS.toMillis(), TimeUnit.MILLISECONDS)) {
        retries.drainPermits();
      }
    }
  }

  private static String sentence(RuntimeException failure) {
    String message =
        failure instanceof PluginFailure known
            ? known.code() + ": " + known.failure().message()
            : failure.getMessage();
    return UntrustedText.excerpt(message == null ? failure.toString() : message, 400);
  }

  /** Ends the link without waiting; what is being opened is closed as soon as it is open. */
  @Override
  public void close() {
    closed = true;
    thread.interrupt();
    ToolChannel open;
    synchronized (this) {
      open = channel;
    }
    if (open != null) {
      Thread.ofVirtual().name("polyplug-screen-end").start(() -> closeQuietly(open));
    }
  }

  private static void closeQuietly(ToolChannel open) {
    try {
      open.close();
    } catch (RuntimeException broken) {
      // A stack trace would be painted over the screen, and nobody misses what was left.
    }
  }
}
