package io.polyplug.conformance;

import io.polyplug.process.Child;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.Spawner;
import io.polyplug.process.StderrPolicy;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Starts nothing and keeps what it was first asked to start. Safe from any thread. */
final class CapturingSpawner implements Spawner {
  private @Nullable ProcessSpec first;

  @Override
  public synchronized Child start(ProcessSpec spec) throws LaunchFailure {
    if (first == null) {
      // What becomes of standard error is ours to say: the host that asked is gone by then.
      first = spec.toBuilder().stderr(StderrPolicy.tail(StderrPolicy.DEFAULT_TAIL_BYTES)).build();
    }
    throw new LaunchFailure(LaunchFailure.Reason.REFUSED, "Nothing is started for a look.");
  }

  synchronized Optional<ProcessSpec> captured() {
    return Optional.ofNullable(first);
  }
}
