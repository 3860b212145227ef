package io.polyplug.ainb;

import io.polyplug.ainb.protocol.RenderReply;
import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.PluginException;
import io.polyplug.wire.Json;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** What waits for who looks at a screen: a few notes in order, and the newest frame. */
final class ScreenOutput {
  private static final int MOST_NOTES = 64;

  private final String plugin;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final ArrayDeque<Json> notes = new ArrayDeque<>();
  private @Nullable RenderReply newest;
  private @Nullable PluginException failure;
  private boolean over;

  ScreenOutput(String plugin) {
    this.plugin = plugin;
  }

  void frame(RenderReply frame) {
    change(() -> newest = frame);
  }

  void note(String type, String reason) {
    Json note =
        Json.object(
            out -> {
              out.writeStringProperty("type", type);
              if (!reason.isEmpty()) {
                out.writeStringProperty("reason", reason);
              }
            });
    change(
        () -> {
          if (notes.size() == MOST_NOTES) {
            notes.removeFirst();
          }
          notes.add(note);
        });
  }

  void end() {
    change(() -> {});
    finish(null);
  }

  void fail(PluginException reason) {
    finish(reason);
  }

  private void finish(@Nullable PluginException reason) {
    lock.lock();
    try {
      if (!over) {
        over = true;
        failure = reason;
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  private void change(Runnable how) {
    lock.lock();
    try {
      if (!over) {
        how.run();
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  Optional<Json> next(Optional<Duration> timeout) {
    long left = timeout.map(Duration::toNanos).orElse(Long.MAX_VALUE);
    lock.lock();
    try {
      while (notes.isEmpty() && newest == null && !over) {
        if (left <= 0) {
          throw new Failure(FailureCode.TIMEOUT, plugin, "nothing came from it in time").thrown();
        }
        left = changed.awaitNanos(left);
      }
      return take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Failure(FailureCode.CANCELLED, plugin, "the reader was interrupted").thrown();
    } finally {
      lock.unlock();
    }
  }

  private Optional<Json> take() {
    if (!notes.isEmpty()) {
      return Optional.of(notes.removeFirst());
    }
    RenderReply frame = newest;
    newest = null;
    if (frame != null) {
      return Optional.of(message(frame));
    }
    if (failure != null) {
      throw failure;
    }
    return Optional.empty();
  }

  private static Json message(RenderReply frame) {
    return Json.object(
        out -> {
          out.writeStringProperty("type", "frame");
          out.writeName("buffer");
          frame.text().writeTo(out);
          out.writeBooleanProperty("captures_text", frame.capturesText());
        });
  }
}
