package io.polyplug.process.internal;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import io.polyplug.process.ProcessSpec;
import io.polyplug.process.ProcessSpec.Redirect;
import io.polyplug.process.StderrPolicy;
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

/**
 * One call of posix_spawn. Arguments and variables become UTF-8 whatever the JVM's locale; paths
 * become the bytes that the JVM read them from.
 */
final class SpawnCall {
  private static final Charset PATHS = Charset.forName(System.getProperty("sun.jnu.encoding"));
  private static final int FIRST_CLOSED = 3;

  private static final int BUSY_RETRIES = 100;
  private static final long BUSY_NANOS = 10_000_000;

  private final Arena arena;
  private final MemorySegment state;
  private final boolean closesFrom;

  /** With {@code closesFrom} false it does as on a C library that cannot close a range. */
  SpawnCall(Arena arena, MemorySegment state, boolean closesFrom) {
    this.arena = arena;
    this.state = state;
    this.closesFrom = closesFrom;
  }

  /**
   * The id of the new process, or -errno. A program that is open for writing cannot be executed,
   * and one that was just written may be open for a moment longer: in a child that another thread
   * starts at this time and that has not loaded its own program yet.
   */
  int start(ProcessSpec spec, ChildPipes pipes, MemorySegment attributes) {
    MemorySegment program = path(spec.program());
    MemorySegment actions = arena.allocate(LibC.OPAQUE_BYTES, 16);
    int error = LibC.actionsInit(state, actions);
    if (error != 0) {
      return -error;
    }
    try {
      error = fill(actions, spec, pipes);
      if (error != 0) {
        return -error;
      }
      MemorySegment pid = arena.allocate(JAVA_INT);
      MemorySegment arguments = vector(program, spec.arguments());
      MemorySegment variables = vector(null, variables(spec.environment().variables()));
      error = LibC.spawn(state, pid, program, actions, attributes, arguments, variables);
      for (int i = 0; error == LibC.ETXTBSY && i < BUSY_RETRIES; i++) {
        LockSupport.parkNanos(BUSY_NANOS);
        error = LibC.spawn(state, pid, program, actions, attributes, arguments, variables);
      }
      return error == 0 ? pid.get(JAVA_INT, 0) : -error;
    } finally {
      LibC.actionsDestroy(state, actions);
    }
  }

  private int fill(MemorySegment actions, ProcessSpec spec, ChildPipes pipes) {
    int error = LibC.actionsChdir(state, actions, path(spec.folder()));
    boolean[] empty = {
      spec.stdin() == Redirect.NULL,
      spec.stdout() == Redirect.NULL,
      spec.stderr() instanceof StderrPolicy.Discard
    };
    for (int fd = 0; fd < FIRST_CLOSED && error == 0; fd++) {
      if (pipes.child[fd] != ChildPipes.NONE) {
        error = LibC.actionsDup2(state, actions, pipes.child[fd], fd);
      } else if (empty[fd]) {
        MemorySegment nothing = arena.allocateFrom("/dev/null");
        error = LibC.actionsOpen(state, actions, fd, nothing, LibC.O_RDWR);
      }
    }
    return error == 0 ? closeTheRest(actions) : error;
  }

  /** The JVM's own files and sockets are not closed when a program is loaded. */
  private int closeTheRest(MemorySegment actions) {
    if (closesFrom) {
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
