package io.polyplug.bench.scenario;

import java.io.IOException;
import java.time.Duration;

/** Somebody who takes turns in a row. Used by one thread; who made it closes it. */
public interface Contender extends AutoCloseable {
  /** As in the table. */
  String name();

  /** One turn of about this length; what was reached, in the row's unit. */
  double turn(Duration length) throws Exception;

  @Override
  default void close() throws IOException {}
}
