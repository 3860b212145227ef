package io.polyplug.process.internal;

import io.polyplug.process.ExitStatus;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.ProcessTree;
import io.polyplug.process.ProcessTree.Member;
import io.polyplug.process.Signals;
import io.polyplug.process.StderrPolicy;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A child of the portable spawner. It is signalled through its handle only: {@code destroyForcibly}
 * of {@link Process} waits for a stream that a grandchild may hold.
 */
final class PortableChild extends PipedChild {
  private static final int SIGNAL_BASE = 128;
  private static final int LAST_SIGNAL = 31;

  private final Process process;

  PortableChild(Process process, ProcessSpec spec) {
    super(streams(process, spec), process.onExit().thenApply(ended -> status(ended.exitValue())));
    this.process = process;
  }

  private static ChildStreams streams(Process process, ProcessSpec spec) {
    String name = "polyplug-" + process.pid();
    StderrSink sink = StderrSink.of(spec.stderr());
    return new ChildStreams(
        spec.stdin() == ProcessSpec.Redirect.PIPE
            ? new PortableInput(process.getOutputStream(), name + "-stdin")
            : new NoInput(),
        spec.stdout() == ProcessSpec.Redirect.PIPE
            ? new PortableOutput(process.getInputStream(), name + "-stdout")
            : new NoOutput(),
        spec.stderr() instanceof StderrPolicy.Piped
            ? new PortableOutput(process.getErrorStream(), name + "-stderr")
            : new NoOutput(),
        sink == null ? null : new PortableDrain(process, sink, name + "-stderr"));
  }

  private static ExitStatus status(int code) {
    int signal = code - SIGNAL_BASE;
    return signal >= 1 && signal <= LAST_SIGNAL
        ? new ExitStatus.Signaled(signal)
        : new ExitStatus.Exited(code);
  }

  @Override
  public void whenGone(Runnable action) {
    onExit(status -> action.run());
  }

  @Override
  public boolean leadsGroup() {
    return false;
  }

  @Override
  public long pid() {
    return process.pid();
  }

  @Override
  public boolean signal(int signal) {
    return signal(process.toHandle(), signal);
  }

  private static boolean signal(ProcessHandle handle, int signal) {
    return switch (signal) {
      case Signals.KILL -> handle.destroyForcibly();
      case Signals.TERM -> handle.destroy();
      default ->
          throw new UnsupportedOperationException(
              "the portable spawner can send TERM and KILL, not " + Signals.name(signal));
    };
  }

  @Override
  public ProcessTree snapshot() {
    return new ProcessTree(
        Stream.concat(Stream.of(process.toHandle()), process.descendants())
            .filter(ProcessHandle::isAlive)
            .map(handle -> new Member(handle.pid(), started(handle)))
            .toList());
  }

  private static long started(ProcessHandle handle) {
    return handle.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
  }

  @Override
  public void signalTree(int signal, ProcessTree earlier) {
    Set<Member> members = new LinkedHashSet<>(earlier.members());
    members.addAll(snapshot().members());
    signal(signal);
    for (Member member : members) {
      if (member.pid() != pid()) {
        ProcessHandle.of(member.pid())
            .filter(handle -> started(handle) == member.started())
            .ifPresent(handle -> signal(handle, signal));
      }
    }
  }

  /** There is no group to look for them in. */
  @Override
  public void endLeftovers() {}
}
