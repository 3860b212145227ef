package io.polyplug.bench.scenario;

import io.polyplug.bench.talk.Talker;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;

/**
 * Keeps so many calls under way from one thread: when all are, it waits for the oldest. The child
 * answers in order, so nothing better could be waited for. Reaches calls per second.
 */
record WindowOfCalls(String name, Talker talker, int inFlight) implements Contender {
  @Override
  public double turn(Duration length) throws Exception {
    ArrayDeque<Talker.Reply> underWay = new ArrayDeque<>(inFlight);
    long began = System.nanoTime();
    long until = began + length.toNanos();
    long done = 0;
    while (System.nanoTime() < until) {
      while (underWay.size() < inFlight) {
        underWay.add(talker.send());
      }
      underWay.remove().await();
      done++;
    }
    while (!underWay.isEmpty()) {
      underWay.remove().await();
      done++;
    }
    return done * 1e9 / (System.nanoTime() - began);
  }

  @Override
  public void close() throws IOException {
    talker.close();
  }
}
