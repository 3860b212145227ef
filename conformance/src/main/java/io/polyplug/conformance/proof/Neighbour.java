package io.polyplug.conformance.proof;

import io.polyplug.host.Plugin;
import io.polyplug.host.PluginException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The good plugin beside the bad one: called all the while, from a thread of its own until it is
 * closed, and every call has to be answered.
 */
final class Neighbour implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final Stand stand;
  private final Plugin plugin;
  private final CountDownLatch over = new CountDownLatch(1);
  private final Thread thread;
  private volatile Optional<String> problem = Optional.empty();
  private int number;

  Neighbour(Stand stand, Plugin plugin) {
    this.stand = stand;
    this.plugin = plugin;
    // Answered once before anything happens, so that its start is no part of the cell.
    ask();
    problem.ifPresent(
        it -> {
          throw new IllegalStateException(it);
        });
    this.thread = Thread.ofPlatform().daemon().name("polyplug-proof-neighbour").start(this::run);
  }

  private void run() {
    // Where each call is a process, that is enough of them.
    long pause = stand.life().startsForCalls() ? 1_000 : 50;
    try {
      while (!over.await(pause, TimeUnit.MILLISECONDS)) {
        ask();
      }
    } catch (InterruptedException e) {
      problem = Optional.of("nobody called the neighbour any more");
    }
  }

  private void ask() {
    try {
      int asked = ++number;
      Answer answer =
          Answer.of(plugin.tool(stand.tool()).call(stand.call(asked, 0, Optional.of(LIMIT))));
      if (answer.number() != asked) {
        problem = Optional.of("the neighbour got the answer to another call");
      }
    } catch (PluginException e) {
      problem = Optional.of("the neighbour was not answered: " + e.getMessage());
    }
  }

  /** Asks it a last time; what went wrong since the beginning, if anything did. */
  Optional<String> problem() throws InterruptedException {
    over.countDown();
    thread.join(LIMIT);
    ask();
    return problem;
  }

  @Override
  public void close() {
    over.countDown();
  }
}
