package io.polyplug.host.jvm;

import io.polyplug.process.Child;
import io.polyplug.process.ChildInput;
import io.polyplug.process.ChildOutput;
import io.polyplug.process.ExitStatus;
import io.polyplug.process.ProcessTree;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A child that its host can ask to end but not force: a JVM that writes a cache at its end takes
 * longer than hosts allow. Whoever started it ends it.
 */
record PatientChild(Child child) implements Child {
  @Override
  public long pid() {
    return child.pid();
  }

  @Override
  public ChildInput stdin() {
    return child.stdin();
  }

  @Override
  public ChildOutput stdout() {
    return child.stdout();
  }

  @Override
  public ChildOutput stderr() {
    return child.stderr();
  }

  @Override
  public String stderrTail() {
    return child.stderrTail();
  }

  @Override
  public void drainStderr() {
    child.drainStderr();
  }

  @Override
  public CompletableFuture<ExitStatus> exit() {
    return child.exit();
  }

  @Override
  public Optional<ExitStatus> exitStatus() {
    return child.exitStatus();
  }

  @Override
  public Optional<ExitStatus> awaitExit(Duration atMost) throws InterruptedException {
    return child.awaitExit(atMost);
  }

  @Override
  public boolean signal(int signal) {
    return child.isAlive();
  }

  @Override
  public ProcessTree snapshot() {
    return child.snapshot();
  }

  @Override
  public void signalTree(int signal, ProcessTree earlier) {
    // Not forced.
  }

  @Override
  public void endLeftovers() {
    // What is left writes the cache.
  }

  @Override
  public void close() {
    child.closeStdin();
  }
}
