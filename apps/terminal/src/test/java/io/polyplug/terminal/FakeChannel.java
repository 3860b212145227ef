package io.polyplug.terminal;

import io.polyplug.host.ToolChannel;
import io.polyplug.wire.Json;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A channel whose plugin is the test. */
final class FakeChannel implements ToolChannel {
  private sealed interface Item {
    record Message(Json json) implements Item {}

    record Failed(RuntimeException failure) implements Item {}

    record Ended() implements Item {}
  }

  private final BlockingQueue<Item> toApp = new LinkedBlockingQueue<>();
  final BlockingQueue<Json> fromApp = new LinkedBlockingQueue<>();
  private final CountDownLatch closing = new CountDownLatch(1);

  void show(Json message) {
    toApp.add(new Item.Message(message));
  }

  void fail(RuntimeException failure) {
    toApp.add(new Item.Failed(failure));
  }

  void end() {
    toApp.add(new Item.Ended());
  }

  boolean awaitClosed() throws InterruptedException {
    return closing.await(30, TimeUnit.SECONDS);
  }

  /** The next message of the app's; fails the test if none comes. */
  Json sent() throws InterruptedException {
    Json message = fromApp.poll(30, TimeUnit.SECONDS);
    if (message == null) {
      throw new AssertionError("nothing was sent");
    }
    return message;
  }

  @Override
  public boolean send(Json message) {
    return closing.getCount() > 0 && fromApp.add(message);
  }

  @Override
  public void closeInput() {}

  @Override
  public Optional<Json> next() {
    return next(Duration.ofHours(1));
  }

  @Override
  public Optional<Json> next(Duration timeout) {
    try {
      return switch (toApp.poll(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
        case Item.Message it -> Optional.of(it.json());
        case Item.Failed it -> throw it.failure();
        case Item.Ended it -> Optional.empty();
        case null -> Optional.empty();
      };
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    closing.countDown();
    end();
  }
}
