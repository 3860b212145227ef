package io.polyplug.process.internal;

import io.polyplug.base.Clock;
import io.polyplug.base.Deadline;
import io.polyplug.process.Child;
import io.polyplug.process.ChildInput;
import io.polyplug.process.ChildOutput;
import io.polyplug.process.ExitStatus;
import io.polyplug.process.MemoryProcess;
import io.polyplug.process.MemoryProgram;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.ProcessTree;
import io.polyplug.process.Signals;
import io.polyplug.process.StderrPolicy;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A child that is a thread of this JVM, with pipes in memory. */
public final class MemoryChild extends PipedChild {
  /** How long a program that was interrupted is waited for. */
  private static final Duration LAST_MOMENT = Duration.ofSeconds(2);

  /** What the id of a child's child is larger by. */
  private static final long DESCENT = 1_000_000_000;

  private final long pid;
  private final Clock clock;
  private final MemoryProgram program;
  private final Self self;
  private final Thread thread;
  private final CompletableFuture<ExitStatus> exit;

  /** Not begun yet. */
  public MemoryChild(
      long pid, ProcessSpec spec, MemoryProgram program, Clock clock, MemoryTraffic traffic) {
    Self made = new Self(pid, spec, clock, traffic);
    CompletableFuture<ExitStatus> ending = made.ending;
    super(made.streams(), ending);
    this.pid = pid;
    this.clock = clock;
    this.program = program;
    this.self = made;
    this.exit = ending;
    this.thread =
        Thread.ofPlatform()
            .daemon()
            .name("polyplug-memory-" + spec.program().getFileName() + "-" + pid)
            .unstarted(this::run);
    made.end = () -> thread().interrupt();
  }

  /** Runs the program. */
  public void begin() {
    self.traffic.moved(0);
    thread.start();
  }

  private void run() {
    int code = 1;
    try {
      code = program.run(self);
    } catch (Exception | Error failure) {
      if (isAlive()) {
        failure.printStackTrace(self.stderr());
      }
    } finally {
      self.ended(new ExitStatus.Exited(code));
    }
  }

  /** Whether the thread of the program has ended too. */
  public boolean isOver() {
    return !isAlive() && !thread.isAlive();
  }

  /** The thread of the program. */
  public Thread thread() {
    return thread;
  }

  /** After its exit: gives its thread a moment to end. */
  public void awaitThread() {
    try {
      var _ = thread.join(LAST_MOMENT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
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
    return pid;
  }

  /** In the time of the clock, which may be a test's. */
  @Override
  public Optional<ExitStatus> awaitExit(Duration atMost) throws InterruptedException {
    try {
      return Optional.of(Deadline.in(atMost, clock).get(exit));
    } catch (TimeoutException late) {
      return Optional.empty();
    } catch (ExecutionException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  @Override
  public boolean signal(int signal) {
    Runnable handler = self.onTerm;
    if (signal == Signals.TERM && handler != null && isAlive()) {
      handler.run();
      return true;
    }
    return self.ended(new ExitStatus.Signaled(signal));
  }

  @Override
  public ProcessTree snapshot() {
    return isAlive()
        ? new ProcessTree(List.of(new ProcessTree.Member(pid, pid)))
        : ProcessTree.NONE;
  }

  @Override
  public void signalTree(int signal, ProcessTree earlier) {
    signal(signal);
  }

  /** It has no descendants. */
  @Override
  public void endLeftovers() {}

  /** The program's side. */
  private static final class Self implements MemoryProcess {
    private final long pid;
    private final ProcessSpec spec;
    private final Clock clock;
    private final MemoryTraffic traffic;
    private final MemoryPipe in;
    private final MemoryPipe out;
    private final MemoryPipe errors;
    private final @Nullable MemoryStderr drain;
    private final InputStream stdin;
    private final OutputStream stdout;
    private final PrintStream stderr;
    private final CompletableFuture<ExitStatus> ending = new CompletableFuture<>();
    private final AtomicReference<@Nullable ExitStatus> how = new AtomicReference<>();
    private volatile @Nullable Runnable onTerm;
    private volatile Runnable end = () -> {};

    Self(long pid, ProcessSpec spec, Clock clock, MemoryTraffic traffic) {
      this.pid = pid;
      this.clock = clock;
      this.spec = spec;
      this.traffic = traffic;
      this.in = new MemoryPipe(traffic);
      this.out = new MemoryPipe(traffic);
      this.errors = new MemoryPipe(traffic);
      StderrSink sink = StderrSink.of(spec.stderr());
      this.drain = sink == null ? null : new MemoryStderr(sink);
      this.stdin =
          spec.stdin() == ProcessSpec.Redirect.PIPE
              ? MemoryEnds.reader(in)
              : InputStream.nullInputStream();
      this.stdout =
          switch (spec.stdout()) {
            case PIPE -> MemoryEnds.writer(out);
            case INHERIT -> System.out;
            case NULL -> OutputStream.nullOutputStream();
          };
      this.stderr = new PrintStream(errorStream(), true, StandardCharsets.UTF_8);
    }

    private OutputStream errorStream() {
      if (drain != null) {
        return drain;
      }
      return switch (spec.stderr()) {
        case StderrPolicy.Piped _ -> MemoryEnds.writer(errors);
        case StderrPolicy.Inherit _ -> System.err;
        case StderrPolicy.Discard _, StderrPolicy.Lines _, StderrPolicy.Tail _ ->
            OutputStream.nullOutputStream();
      };
    }

    ChildStreams streams() {
      ChildInput input =
          spec.stdin() == ProcessSpec.Redirect.PIPE ? MemoryEnds.writer(in) : new NoInput();
      ChildOutput output =
          spec.stdout() == ProcessSpec.Redirect.PIPE ? MemoryEnds.reader(out) : new NoOutput();
      ChildOutput error =
          spec.stderr() instanceof StderrPolicy.Piped ? MemoryEnds.reader(errors) : new NoOutput();
      return new ChildStreams(input, output, error, drain);
    }

    /** The first end counts: its pipes are cut, what it wrote can still be read. */
    boolean ended(ExitStatus status) {
      // Decided before the pipes are cut: a program that sees its input end may return at once.
      boolean first = how.compareAndSet(null, status);
      in.cut();
      out.closeWriter();
      errors.closeWriter();
      if (drain != null) {
        drain.close();
      }
      if (first) {
        ending.complete(status);
        traffic.moved(0);
        end.run();
      }
      return first;
    }

    @Override
    public ProcessSpec spec() {
      return spec;
    }

    @Override
    public long pid() {
      return pid;
    }

    @Override
    public Clock clock() {
      return clock;
    }

    @Override
    public InputStream stdin() {
      return stdin;
    }

    @Override
    public OutputStream stdout() {
      return stdout;
    }

    @Override
    public PrintStream stderr() {
      return stderr;
    }

    @Override
    public void exit(int code) {
      ended(new ExitStatus.Exited(code));
    }

    @Override
    public Child start(ProcessSpec child, MemoryProgram program) {
      MemoryChild made = new MemoryChild(pid + DESCENT, child, program, clock, traffic);
      made.begin();
      return made;
    }

    @Override
    public void onTerm(Runnable action) {
      onTerm = action;
    }
  }
}
