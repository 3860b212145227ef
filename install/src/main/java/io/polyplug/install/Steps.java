package io.polyplug.install;

import java.io.IOException;

/**
 * Told before each step that changes the disk, so that tests can stop at any of them. Throwing is a
 * step that failed.
 */
@FunctionalInterface
interface Steps {
  Steps NONE = step -> {};

  void before(String step) throws IOException;
}
