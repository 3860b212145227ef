package io.polyplug.bench.scenario;

import io.polyplug.bench.talk.Talker;
import java.io.IOException;
import java.time.Duration;

/** One call after another. Reaches the median time of a call in microseconds. */
record SerialCalls(String name, Talker talker) implements Contender {
  @Override
  public double turn(Duration length) throws Exception {
    return Times.medianMicros(length, () -> talker.send().await());
  }

  @Override
  public void close() throws IOException {
    talker.close();
  }
}
