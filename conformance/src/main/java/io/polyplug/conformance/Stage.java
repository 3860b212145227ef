package io.polyplug.conformance;

import io.polyplug.base.Clock;
import io.polyplug.host.HostBuilder;
import io.polyplug.host.PluginHost;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.Spawner;
import io.polyplug.wire.Framing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Where one axis is tested: starts the plugin as often as the check wants, under a script or under
 * a real host, and ends whatever is left when the axis is over. Of one thread.
 */
public final class Stage implements AutoCloseable {
  /** How long a step may take unless a contract says otherwise. */
  public static final Duration STEP = Duration.ofSeconds(10);

  private final Subject subject;
  private final Spawner spawner;
  private final Clock clock;
  private final Tape tape;
  private final List<AutoCloseable> open = new ArrayList<>();
  private final List<Conversation> conversations = new ArrayList<>();

  Stage(Subject subject, Spawner spawner, Clock clock, AxisRecordings.Running recording) {
    this.subject = subject;
    this.spawner = spawner;
    this.clock = clock;
    this.tape = new Tape(clock, recording);
  }

  public Subject subject() {
    return subject;
  }

  /** Starts the plugin under the script; it has been sent nothing yet. */
  public Conversation start(Framing framing) {
    return start(framing, program());
  }

  /** As {@link #start(Framing)}, changed in a way that the axis is about. */
  public Conversation start(Framing framing, ProcessSpec program) {
    try {
      Conversation begun = new Conversation(spawner.start(program), framing, clock, tape);
      open.add(begun);
      conversations.add(begun);
      return begun;
    } catch (LaunchFailure e) {
      throw new Violation("it cannot be started: " + e.getMessage());
    }
  }

  /** What a host would start; skips the axis if it would start nothing. */
  public ProcessSpec program() {
    return subject
        .program()
        .orElseThrow(() -> new NotConcerned("its host does not start it, it is reached over HTTP"));
  }

  /** A real host that has the plugin and no other, changed in a way that the axis is about. */
  public PluginHost host(UnaryOperator<HostBuilder> change) {
    PluginHost host = change.apply(subject.hosts().get()).listener(new FrameTap(tape)).build();
    open.add(host);
    return host;
  }

  Tape tape() {
    return tape;
  }

  /** The last lines of standard error of all that was started under the script. */
  List<String> stderr() {
    return conversations.stream().flatMap(it -> it.stderr().lines()).toList();
  }

  @Override
  public void close() {
    for (AutoCloseable it : open.reversed()) {
      try {
        it.close();
      } catch (Exception e) {
        // What cannot be ended in its bounded time says so itself, and has no part in the verdict.
        Thread.currentThread().isInterrupted();
      }
    }
  }
}
