package io.polyplug.process.internal;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import io.polyplug.process.ProcessSpec;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToIntFunction;

/**
 * One call of posix_spawn. Arguments and variables become UTF-8 whatever the JVM's locale; paths
 * become the bytes that the JVM read them from.
 */
final class SpawnCall {
  private static final Charset PATHS = Charset.forName(System.getProperty("sun.jnu.encoding"));
  private static final int FIRST_CLOSED = SpawnStreams.COUNT;

  private static final int BUSY_RETRIES = 100;
  private static final long BUSY_NANOS = 10_000_000;

  private final Arena arena;
  private final MemorySegment state;
  private final SpawnWays ways;

  SpawnCall(Arena arena, MemorySegment state, SpawnWays ways) {
    this.arena = arena;
    this.state = state;
    this.ways = ways;
  }

  /**
   * The id of the new process, or -errno. A program that is open for writing cannot be executed,
   * and one that was just written may be open for a moment longer: in a child that another thread
   * starts at this time and that has not loaded its own program yet.
   *
   * @param held what the new process holds until it has loaded its program; NONE for nothing else
   *     than what this one has
   */
  int start(ProcessSpec spec, ChildPipes pipes, MemorySegment attributes, int held) {
    int result = startOnce(spec, pipes, attributes, held);
    for (int i = 0; result == -LibC.ETXTBSY && i < BUSY_RETRIES; i++) {
      LockSupport.parkNanos(BUSY_NANOS);
      result = startOnce(spec, pipes, attributes, held);
    }
    return result;
  }

  private int startOnce(ProcessSpec spec, ChildPipes pipes, MemorySegment attributes, int held) {
    LeanStarter lean = pipes.highest() < ways.leanFrom() ? null : LeanStarter.borrow();
    if (lean != null) {
      try {
        SpawnStreams streams = SpawnStreams.lent(spec, pipes, held);
        int result =
            start(spec, streams, attributes, false, made -> lean.spawn(made, streams.lent()));
        if (result != -LeanStarter.REFUSED) {
          return result;
        }
      } finally {
        lean.giveBack();
      }
    }
    return start(spec, SpawnStreams.here(pipes), attributes, true, made -> LibC.spawn(state, made));
  }

  private int start(
      ProcessSpec spec,
      SpawnStreams streams,
      MemorySegment attributes,
      boolean closesOthers,
      ToIntFunction<SpawnArguments> spawn) {
    MemorySegment program = path(spec.program());
    MemorySegment actions = arena.allocate(LibC.OPAQUE_BYTES, 16);
    int error = LibC.actionsInit(state, actions);
    if (error != 0) {
      return -error;
    }
    try {
      error = fill(actions, spec, streams);
      if (error == 0 && closesOthers) {
        error = closeTheRest(actions);
      }
      if (error != 0) {
        return -error;
      }
      MemorySegment pid = arena.allocate(JAVA_INT);
      MemorySegment arguments = vector(program, spec.arguments());
      MemorySegment variables = vector(null, variables(spec.environment().variables()));
      error =
          spawn.applyAsInt(
              new SpawnArguments(pid, program, actions, attributes, arguments, variables));
      return error == 0 ? pid.get(JAVA_INT, 0) : -error;
    } finally {
      LibC.actionsDestroy(state, actions);
    }
  }

  private int fill(MemorySegment actions, ProcessSpec spec, SpawnStreams streams) {
    int error = LibC.actionsChdir(state, actions, path(spec.folder()));
    for (int fd = 0; fd < SpawnStreams.COUNT && error == 0; fd++) {
      int from = streams.from()[fd];
      if (from != ChildPipes.NONE) {
        error = LibC.actionsDup2(state, actions, from, fd);
      } else if (SpawnStreams.isEmpty(spec, fd)) {
        MemorySegment nothing = arena.allocateFrom("/dev/null");
        error = LibC.actionsOpen(state, actions, fd, nothing, LibC.O_RDWR);
      }
    }
    return error;
  }

  /** The JVM's own files and sockets are not closed when a program is loaded. */
  private int closeTheRest(MemorySegment actions) {
    if (ways.closesFrom()) {
      return LibC.actionsCloseFrom(state, actions, FIRST_CLOSED);
    }
    if (LibC.closeOnExecFrom(state, FIRST_CLOSED) >= 0) {
      return 0;
    }
    int error = 0;
    try (DirectoryStream<Path> open = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
      for (Path entry : open) {
        int fd = Integer.parseInt(entry.getFileName().toString());
        if (fd >= FIRST_CLOSED && error == 0) {
          error = LibC.actionsClose(state, actions, fd);
        }
      }
    } catch (IOException unreadable) {
      return LibC.EAGAIN;
    }
    return error;
  }

  private static List<String> variables(Map<String, String> environment) {
    List<String> entries = new ArrayList<>(environment.size());
    environment.forEach((name, value) -> entries.add(name + '=' + value));
    return entries;
  }

  private MemorySegment vector(
      @org.jspecify.annotations.Nullable MemorySegment first, List<String> rest) {
    int offset = first == null ? 0 : 1;
    MemorySegment pointers = arena.allocate(ADDRESS, rest.size() + offset + 1L);
    if (first != null) {
      pointers.setAtIndex(ADDRESS, 0, first);
    }
    for (int i = 0; i < rest.size(); i++) {
      pointers.setAtIndex(ADDRESS, i + offset, text(rest.get(i).getBytes(StandardCharsets.UTF_8)));
    }
    return pointers;
  }

  private MemorySegment path(Path path) {
    return text(path.toString().getBytes(PATHS));
  }

  private MemorySegment text(byte[] bytes) {
    MemorySegment text = arena.allocate(bytes.length + 1L);
    MemorySegment.copy(bytes, 0, text, JAVA_BYTE, 0, bytes.length);
    return text;
  }
}
