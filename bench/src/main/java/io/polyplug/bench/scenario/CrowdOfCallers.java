package io.polyplug.bench.scenario;

import io.polyplug.bench.talk.Talker;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** So many virtual threads, each with one call at a time. Reaches calls per second. */
record CrowdOfCallers(String name, Talker talker, int callers) implements Contender {
  @Override
  public double turn(Duration length) throws Exception {
    long began = System.nanoTime();
    long until = began + length.toNanos();
    long done = 0;
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Long>> counts = new ArrayList<>();
      for (int i = 0; i < callers; i++) {
        counts.add(threads.submit(() -> callUntil(until)));
      }
      for (Future<Long> count : counts) {
        done += count.get();
      }
    }
    return done * 1e9 / (System.nanoTime() - began);
  }

  private long callUntil(long until) throws Exception {
    long done = 0;
    while (System.nanoTime() < until) {
      talker.send().await();
      done++;
    }
    return done;
  }

  @Override
  public void close() throws IOException {
    talker.close();
  }
}
