package io.polyplug.process.internal;

import io.polyplug.process.Child;
import io.polyplug.process.ChildInput;
import io.polyplug.process.ChildOutput;
import io.polyplug.process.LaunchDiagnosis;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.Signals;
import io.polyplug.process.StderrPolicy;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Starts children by posix_spawn; see {@link io.polyplug.process.Spawner#platform}. */
final class NativeSpawner implements ObservedSpawner {
  private static final int EMFILE = 24;

  /** One pair of threads for all children of the JVM, started with the first spawner. */
  private static final class Threads {
    static final Poller EXITS = startExits();
    static final Poller STDERR = new Poller("polyplug-stderr");

    private static Poller startExits() {
      try (Arena arena = Arena.ofConfined()) {
        LibC.keepExitStatuses(arena.allocate(LibC.STATE_BYTES));
      }
      return new Poller("polyplug-exits");
    }
  }

  /** Attributes are only read by posix_spawn, so that all starts share them. */
  private static final class Attributes {
    static final MemorySegment OWN_GROUP = LibC.spawnAttributes(LibC.SPAWN_SETPGROUP);
    static final MemorySegment HOST_GROUP = LibC.spawnAttributes((short) 0);
    static final MemorySegment OWN_SESSION = LibC.spawnAttributes(LibC.SPAWN_SETSID);
  }

  private final SpawnWays ways;

  NativeSpawner() {
    this(SpawnWays.ofMachine());
  }

  /** Links the C library's functions and starts the threads. */
  @Override
  public void prepare() {
    Objects.requireNonNull(Attributes.OWN_GROUP);
    Objects.requireNonNull(Threads.EXITS);
  }

  NativeSpawner(SpawnWays ways) {
    this.ways = ways;
  }

  @Override
  public Child start(ProcessSpec spec, LaunchObserver observer) throws LaunchFailure {
    boolean ownGroup = spec.group() == ProcessSpec.Group.OWN;
    return start(spec, ownGroup ? Attributes.OWN_GROUP : Attributes.HOST_GROUP, ownGroup, observer);
  }

  /** In a session, and so in a group, of its own: no signal of the host's terminal reaches it. */
  Child startSession(ProcessSpec spec) throws LaunchFailure {
    return start(spec, Attributes.OWN_SESSION, true, LaunchObserver.NOBODY);
  }

  private Child start(
      ProcessSpec spec, MemorySegment attributes, boolean ownGroup, LaunchObserver observer)
      throws LaunchFailure {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(LibC.STATE_BYTES);
      ChildPipes pipes = new ChildPipes(state, arena.allocate(8, 8));
      try {
        check(spec, pipes.open(spec));
        String token = observer.wantsPipe() ? pipeName(pipes) : "";
        observer.starting(token);
        boolean started = false;
        try {
          NativeChild child = spawn(spec, attributes, ownGroup, arena, state, pipes, observer);
          started = true;
          observe(observer, token, child);
          return child;
        } finally {
          if (!started) {
            observer.failed(token);
          }
        }
      } finally {
        pipes.closeAll();
      }
    }
  }

  private NativeChild spawn(
      ProcessSpec spec,
      MemorySegment attributes,
      boolean ownGroup,
      Arena arena,
      MemorySegment state,
      ChildPipes pipes,
      LaunchObserver observer)
      throws LaunchFailure {
    int pid = new SpawnCall(arena, state, ways).start(spec, pipes, attributes, observer.held());
    check(spec, -Math.min(0, pid));
    // Makes room for the pidfd when the host has no descriptor left.
    pipes.closeChildEnds();
    int pidfd = LibC.pidfdOpen(state, pid);
    StderrDrain drain = null;
    try {
      if (pidfd < 0) {
        throw new IOException("pidfd_open failed with errno " + -pidfd);
      }
      StderrSink sink = StderrSink.of(spec.stderr());
      drain = sink == null ? null : StderrDrain.start(Threads.STDERR, pipes.host[2], sink);
      if (drain != null) {
        pipes.take(2);
      }
      boolean piped = spec.stderr() instanceof StderrPolicy.Piped;
      ChildStreams streams =
          new ChildStreams(
              input(pipes.host[0]),
              output(pipes.host[1]),
              piped ? output(pipes.host[2]) : new NoOutput(),
              drain);
      NativeChild child = new NativeChild(pid, pidfd, ownGroup, streams, Threads.EXITS);
      child.watch();
      for (int fd = 0; fd <= 2; fd++) {
        pipes.take(fd);
      }
      return child;
    } catch (IOException noDescriptor) {
      abandon(state, pid, ownGroup, pidfd, drain);
      throw LaunchDiagnosis.failure(spec, EMFILE);
    }
  }

  /** The child was started but cannot be watched: it must not stay, not even as a zombie. */
  private static void abandon(
      MemorySegment state, int pid, boolean ownGroup, int pidfd, @Nullable StderrDrain drain) {
    LibC.kill(state, ownGroup ? -pid : pid, Signals.KILL);
    while (LibC.reapPid(state, pid) == -LibC.EINTR) {
      // A signal handler of the JVM ran; the wait goes on.
    }
    if (pidfd >= 0) {
      LibC.close(state, pidfd);
    }
    if (drain != null) {
      drain.close();
    }
  }

  private static void observe(LaunchObserver observer, String token, NativeChild child)
      throws LaunchFailure {
    try {
      observer.started(token, child);
    } catch (LaunchFailure | RuntimeException | Error failure) {
      child.close();
      throw failure;
    }
  }

  private static ChildInput input(int fd) {
    return fd == ChildPipes.NONE ? new NoInput() : new PipeInput(fd);
  }

  private static ChildOutput output(int fd) {
    return fd == ChildPipes.NONE ? new NoOutput() : new PipeOutput(fd);
  }

  private static String pipeName(ChildPipes pipes) {
    int fd = pipes.host[0] == ChildPipes.NONE ? pipes.host[1] : pipes.host[0];
    try {
      return fd == ChildPipes.NONE
          ? ""
          : Files.readSymbolicLink(Path.of("/proc/self/fd/" + fd)).toString();
    } catch (IOException unreadable) {
      return "";
    }
  }

  private static void check(ProcessSpec spec, int errno) throws LaunchFailure {
    if (errno != 0) {
      throw LaunchDiagnosis.failure(spec, errno);
    }
  }
}
