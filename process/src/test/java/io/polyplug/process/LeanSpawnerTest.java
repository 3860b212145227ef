package io.polyplug.process;

import io.polyplug.process.internal.LeanSpawner;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** All that the native spawner promises, from a thread that holds no descriptors. */
@EnabledOnOs(OS.LINUX)
class LeanSpawnerTest extends NativeSpawnerTest {
  @Override
  Spawner spawner() {
    return LeanSpawner.ready();
  }
}
