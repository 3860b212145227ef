package io.polyplug.process.internal;

import io.polyplug.process.Child;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.Spawner;

/** A spawner that tells an observer of each start. */
interface ObservedSpawner extends Spawner {
  Child start(ProcessSpec spec, LaunchObserver observer) throws LaunchFailure;

  @Override
  default Child start(ProcessSpec spec) throws LaunchFailure {
    return start(spec, LaunchObserver.NOBODY);
  }
}
