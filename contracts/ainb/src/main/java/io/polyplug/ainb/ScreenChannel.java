package io.polyplug.ainb;

import io.polyplug.ainb.protocol.Fields;
import io.polyplug.ainb.protocol.KeyEvent;
import io.polyplug.ainb.protocol.MouseEvent;
import io.polyplug.ainb.protocol.RenderReply;
import io.polyplug.base.Clock;
import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.PluginError;
import io.polyplug.host.PluginException;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.ToolChannel;
import io.polyplug.wire.Json;
import io.polyplug.wire.RpcException;
import java.time.Duration;
import java.util.Optional;

/**
 * A screen that somebody looks at: frames come, keys go. A frame is asked for when something may
 * have changed, one at a time and one a tick, or at once after a key, the mouse and a new size; of
 * frames that nobody has read only the newest is kept. Keys are forwarded at once and never wait
 * for a frame.
 *
 * <p>What comes: {@code {"type":"frame",…}}, {@code {"type":"wedged",…}}, {@code
 * {"type":"error",…}} and {@code {"type":"close_request"}}. What goes: {@code {"type":"key",…}},
 * {@code {"type":"mouse",…}} and {@code {"type":"resize",…}}.
 */
final class ScreenChannel implements ToolChannel {
  /** How long a plugin rests after a frame unless the user does something. */
  private static final Duration TICK = Duration.ofMillis(33);

  /** How often in a row it may without anything else happening (5.2). */
  private static final int MOST_REDRAWS = 600;

  private final AinbSession session;
  private final String screen;
  private final Clock clock;
  private final ScreenOutput output;
  private int width;
  private int height;
  private int redraws;
  private boolean wanted = true;
  private boolean byUser;
  private boolean resting;
  private boolean inputClosed;
  private boolean over;

  ScreenChannel(AinbSession session, String screen, int width, int height) {
    this.session = session;
    this.screen = screen;
    this.clock = session.context().clock();
    this.output = new ScreenOutput(session.plugin());
    this.width = width;
    this.height = height;
  }

  void start() {
    session.screens().add(this);
    Thread.ofVirtual().name("polyplug-screen").start(this::draw);
  }

  String screen() {
    return screen;
  }

  /** What is shown may have changed: a frame is asked for when the tick of the last one is over. */
  synchronized void touch() {
    wanted = true;
    notifyAll();
  }

  private synchronized void touchedByUser() {
    redraws = 0;
    byUser = true;
    touch();
  }

  private record Viewport(int width, int height, boolean last) {}

  private synchronized Optional<Viewport> await() throws InterruptedException {
    while (!over && !inputClosed && !(wanted && (byUser || !resting))) {
      wait();
    }
    boolean draw = !over && wanted;
    wanted = false;
    byUser = false;
    return draw ? Optional.of(new Viewport(width, height, inputClosed)) : Optional.empty();
  }

  private void draw() {
    Clock.Timer rest = () -> {};
    try {
      for (Optional<Viewport> next = await(); next.isPresent(); next = await()) {
        rest.cancel();
        drawOnce(next.get());
        rest = rest();
      }
      output.end();
    } catch (InterruptedException e) {
      output.end();
    } catch (PluginException gone) {
      output.fail(gone);
    } finally {
      rest.cancel();
      session.screens().remove(this);
    }
  }

  private synchronized Clock.Timer rest() {
    resting = true;
    return clock.pause(TICK, this::rested);
  }

  private synchronized void rested() {
    resting = false;
    notifyAll();
  }

  private void drawOnce(Viewport viewport) {
    RenderReply reply;
    try {
      reply = session.render(viewport.width(), viewport.height());
    } catch (PluginError refused) {
      output.note("error", refused.text());
      return;
    } catch (PluginFailure failure) {
      switch (failure.failure().code()) {
        case TIMEOUT -> output.note("wedged", failure.failure().message());
        case MALFORMED_RESPONSE -> output.note("error", failure.failure().message());
        default -> throw failure;
      }
      return;
    }
    output.frame(reply);
    synchronized (this) {
      redraws = reply.redraw() ? redraws + 1 : 0;
      wanted |= reply.redraw() && redraws <= MOST_REDRAWS && !inputClosed;
    }
  }

  void requestClose() {
    output.note("close_request", "");
  }

  void fail(PluginException reason) {
    output.fail(reason);
    stop();
  }

  @Override
  public boolean send(Json message) {
    synchronized (this) {
      if (over || inputClosed) {
        return false;
      }
    }
    try {
      Fields fields = Fields.of("message", message);
      switch (fields.text("type")) {
        case "key" -> session.key(screen, KeyEvent.read(required(fields, "key")));
        case "mouse" -> session.mouse(screen, MouseEvent.read(required(fields, "mouse")));
        case "resize" ->
            resize(fields.whole("width", 0, 0xFFFF), fields.whole("height", 0, 0xFFFF));
        default -> throw invalid("type: expected key, mouse or resize");
      }
    } catch (RpcException wrong) {
      throw invalid(wrong.error().message());
    } catch (PluginFailure failure) {
      if (failure.failure().code() == FailureCode.INVALID_INPUT) {
        throw failure;
      }
      // It is gone; who reads hears why.
      return false;
    }
    touchedByUser();
    return true;
  }

  private Json required(Fields fields, String name) {
    return fields.json(name).orElseThrow(() -> invalid(name + ": expected an object"));
  }

  private PluginFailure invalid(String message) {
    return new Failure(FailureCode.INVALID_INPUT, session.plugin(), message).thrown();
  }

  private synchronized void resize(int newWidth, int newHeight) {
    width = newWidth;
    height = newHeight;
  }

  /** The frame that is wanted now is still drawn, and is the last. */
  @Override
  public synchronized void closeInput() {
    inputClosed = true;
    notifyAll();
  }

  private synchronized void stop() {
    over = true;
    notifyAll();
  }

  @Override
  public Optional<Json> next() {
    return output.next(Optional.empty());
  }

  @Override
  public Optional<Json> next(Duration timeout) {
    return output.next(Optional.of(timeout));
  }

  @Override
  public void close() {
    stop();
    output.end();
    session.screens().remove(this);
  }
}
