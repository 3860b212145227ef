package io.polyplug.terminal;

import io.polyplug.base.Clock;
import io.polyplug.base.Deadline;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.Terminal.Signal;
import org.jline.utils.InfoCmp.Capability;
import org.jline.utils.NonBlockingInputStream;
import org.jspecify.annotations.Nullable;

/**
 * The one thread that decides and paints. Bytes, signals and news come through a queue; keys are
 * passed on before anything is painted, and painting is never more frequent than a frame's time.
 */
final class TerminalLoop {
  private static final Duration FRAME = Duration.ofMillis(16);

  /** A lone ESC byte is the Esc key when nothing followed for so long. */
  private static final Duration ESCAPE = Duration.ofMillis(25);

  /** A paste whose end does not come for so long is over. */
  private static final Duration PASTE = Duration.ofSeconds(2);

  private static final int MOST_WAITING = 256;
  private static final byte[] NEWS = {};

  private final TerminalGuard guard;
  private final Terminal terminal;
  private final ScreenHost host;
  private final Clock clock;
  private final BlockingQueue<byte[]> arrived = new LinkedBlockingQueue<>(MOST_WAITING);
  private final AtomicBoolean news = new AtomicBoolean();
  private final AtomicBoolean resized = new AtomicBoolean();
  private final AtomicBoolean continued = new AtomicBoolean();
  private volatile boolean over;

  TerminalLoop(TerminalGuard guard, ScreenHost host, Clock clock) {
    this.guard = guard;
    this.terminal = guard.terminal();
    this.host = host;
    this.clock = clock;
  }

  void run(Optional<Screen> first) {
    Size size = size();
    try (TerminalModel model =
        new TerminalModel(host, size.getColumns(), size.getRows(), this::tell)) {
      terminal.handle(Signal.WINCH, signal -> tell(resized));
      terminal.handle(Signal.CONT, signal -> tell(continued));
      terminal.handle(Signal.INT, signal -> end());
      guard.enter();
      Thread.ofPlatform().daemon().name("polyplug-keys").start(this::readKeys);
      first.ifPresent(model::open);
      loop(model);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    } finally {
      over = true;
    }
  }

  private void tell() {
    if (!news.getAndSet(true) && !arrived.offer(NEWS)) {
      // A full queue wakes the loop as well; the next news must knock again.
      news.set(false);
    }
  }

  private void tell(AtomicBoolean what) {
    what.set(true);
    tell();
  }

  private void end() {
    over = true;
    tell();
  }

  private Size size() {
    Size size = terminal.getSize();
    // Terminals that do not know their size say 0.
    return size.getColumns() > 0 && size.getRows() > 0 ? size : Size.of(80, 24);
  }

  private void loop(TerminalModel model) throws InterruptedException {
    KeyDecoder decoder = new KeyDecoder(model::input);
    Painter painter =
        new Painter(
            ColorDepth.of(System::getenv, terminal.getNumericCapability(Capability.max_colors)));
    Deadline settle = Deadline.NEVER;
    Deadline soonest = Deadline.in(Duration.ZERO, clock);
    Deadline paint = soonest;
    while (!over && !model.isLeft()) {
      byte @Nullable [] bytes =
          arrived.poll(settle.sooner(paint).left().toNanos(), TimeUnit.NANOSECONDS);
      if (bytes != null) {
        paint = soonest;
        settle = take(decoder, bytes, settle);
      }
      if (settle.passed()) {
        settle(decoder);
        settle = Deadline.NEVER;
        paint = soonest;
      }
      if (paint.passed()) {
        paint(model, painter);
        paint = Deadline.NEVER;
        soonest = Deadline.in(FRAME, clock);
      }
    }
  }

  private Deadline take(KeyDecoder decoder, byte[] bytes, Deadline before) {
    if (bytes.length == 0) {
      news.set(false);
      return before;
    }
    decoder.feed(bytes, 0, bytes.length);
    return decoder.isOpen()
        ? Deadline.in(ESCAPE, clock)
        : decoder.isPasting() ? Deadline.in(PASTE, clock) : Deadline.NEVER;
  }

  private static void settle(KeyDecoder decoder) {
    if (decoder.isOpen()) {
      decoder.settle();
    } else {
      decoder.endPaste();
    }
  }

  private void paint(TerminalModel model, Painter painter) {
    if (continued.getAndSet(false)) {
      guard.enter();
      painter.forget();
      resized.set(true);
    }
    if (resized.getAndSet(false)) {
      Size size = size();
      model.resize(size.getColumns(), size.getRows());
      painter.forget();
    }
    guard.write(painter.paint(model.paint()));
  }

  private void readKeys() {
    byte[] buffer = new byte[4096];
    try {
      while (!over && terminal.input() instanceof NonBlockingInputStream keys) {
        int count = keys.readBuffered(buffer, 0, buffer.length, 500);
        if (count == NonBlockingInputStream.EOF) {
          break;
        }
        if (count > 0) {
          arrived.put(Arrays.copyOf(buffer, count));
        }
      }
    } catch (IOException | InterruptedException | IllegalStateException gone) {
      // The terminal went away, or was given back as the process ends: so does the app.
    }
    end();
  }
}
