package io.polyplug.monorepo.adapters;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A plugin that recognises dishes by a file and does nothing else.
 *
 * @param questions counts how often it is asked
 */
record FakePlugin(String id, String marker, AtomicInteger questions) implements SilentAdapter {
  @Override
  public boolean detects(Path dish) {
    questions.incrementAndGet();
    return Files.exists(dish.resolve(marker));
  }
}
