package io.polyplug.terminal;

import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.ToolChannel;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A host whose plugins are the test: every opening waits until the test answers it. */
final class FakeScreens implements ScreenHost {
  static final Screen WEATHER = new Screen("weather", "main", "Weather");
  static final Screen CLOCK = new Screen("clock", "face", "Clock");

  /** An opening that a test answers. */
  record Opening(
      Screen screen, int width, int height, BlockingQueue<Object> answer, FakeChannel channel) {
    FakeChannel accept() {
      answer.add(channel);
      return channel;
    }

    void refuse(FailureCode code, String message) {
      answer.add(failure(code, message));
    }
  }

  private final BlockingQueue<Opening> openings = new LinkedBlockingQueue<>();

  /** Whether an opening goes on although its waiting thread was interrupted. */
  volatile boolean stubborn;

  volatile Standing standing = new Standing("running", "");

  static PluginFailure failure(FailureCode code, String message) {
    return new Failure(code, "weather", message).thrown();
  }

  Opening opening() throws InterruptedException {
    Opening next = openings.poll(30, TimeUnit.SECONDS);
    if (next == null) {
      throw new AssertionError("nothing was opened");
    }
    return next;
  }

  boolean nothingIsOpened() {
    return openings.isEmpty();
  }

  @Override
  public List<Screen> screens() {
    return List.of(WEATHER, CLOCK);
  }

  @Override
  public ToolChannel open(Screen screen, int width, int height) {
    Opening opening =
        new Opening(screen, width, height, new LinkedBlockingQueue<>(), new FakeChannel());
    openings.add(opening);
    while (true) {
      try {
        return switch (opening.answer().take()) {
          case ToolChannel channel -> channel;
          case RuntimeException refused -> throw refused;
          case Object other -> throw new AssertionError(other);
        };
      } catch (InterruptedException stop) {
        if (!stubborn) {
          throw failure(FailureCode.CANCELLED, "nobody waits any more");
        }
      }
    }
  }

  @Override
  public Standing standing(String plugin) {
    return standing;
  }

  @Override
  public List<String> logTail(String plugin, int lines) {
    return List.of("first of " + plugin, "\u001b[31mred\u001b[0m");
  }
}
