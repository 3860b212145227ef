package io.polyplug.process.internal;

import static io.polyplug.process.internal.Linkage.allocator;
import static io.polyplug.process.internal.Linkage.call;
import static io.polyplug.process.internal.Linkage.io;
import static io.polyplug.process.internal.Linkage.link;
import static io.polyplug.process.internal.Linkage.optional;
import static io.polyplug.process.internal.Linkage.present;
import static io.polyplug.process.internal.Linkage.unexpected;
import static io.polyplug.process.internal.Linkage.variadic;
import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The only class that calls the C library: Linux, 64 bit, glibc or musl.
 *
 * <p>Every call returns what the C function returns, or {@code -errno}. Each takes a {@code state}
 * segment of {@link #STATE_BYTES} into which errno is captured; its owner makes sure that no two
 * threads use it at once. Handles are linked once, when the class is loaded; functions that not
 * every C library has are {@link Optional}.
 */
final class LibC {
  static final long STATE_BYTES = 16;

  static final int ESRCH = 3;
  static final int EINTR = 4;
  static final int EBADF = 9;
  static final int ETXTBSY = 26;
  static final int EAGAIN = 11;
  static final int EPIPE = 32;

  static final int O_WRONLY = 1;
  static final int O_RDWR = 2;
  static final int O_NONBLOCK = 0x800;
  static final int O_CLOEXEC = 0x80000;
  static final int F_SETFL = 4;
  static final int F_DUPFD_CLOEXEC = 1030;

  static final long WINDOW_BYTES = 8;
  private static final long TIOCGWINSZ = 0x5413;

  static final short POLLIN = 1;
  static final short POLLOUT = 4;
  static final long POLL_BYTES = 8;
  static final int EPOLL_CTL_ADD = 1;
  static final int EPOLL_CTL_DEL = 2;
  static final int EPOLL_CTL_MOD = 3;

  static final short SPAWN_SETPGROUP = 0x02;
  static final short SPAWN_SETSIGDEF = 0x04;
  static final short SPAWN_SETSIGMASK = 0x08;
  static final short SPAWN_SETSID = 0x80;

  private static final int P_PID = 1;
  private static final int P_PIDFD = 3;
  private static final int WEXITED = 4;
  private static final int SIGINFO_BYTES = 128;
  private static final int SIGINFO_CODE = 8;
  private static final int SIGINFO_STATUS = 24;
  private static final int CLD_EXITED = 1;

  private static final long SYS_PIDFD_SEND_SIGNAL = 424;
  private static final long SYS_PIDFD_OPEN = 434;
  private static final long SYS_CLOSE_RANGE = 436;
  private static final long SYS_PIDFD_GETFD = 438;
  private static final long CLONE_FILES = 0x400;
  private static final long CLOSE_RANGE_CLOEXEC = 4;
  private static final long ALL_DESCRIPTORS = 0xFFFF_FFFFL;

  private static final int SIGCHLD = 17;
  private static final long SIG_DFL = 0;
  private static final long SIG_IGN = 1;

  private static final long SIGNAL_SET_BYTES = 8;

  /** Larger than posix_spawnattr_t, posix_spawn_file_actions_t and sigset_t of both libraries. */
  static final long OPAQUE_BYTES = 512;

  private static final MethodHandle READ = io("read");
  private static final MethodHandle WRITE = io("write");
  private static final MethodHandle CLOSE = link("close", 1);
  private static final MethodHandle PIPE2 = link("pipe2", 2);
  private static final MethodHandle OPEN = variadic("open", 2, 2);
  private static final MethodHandle FCNTL = variadic("fcntl", 3, 2);
  private static final MethodHandle IOCTL = variadic("ioctl", 3, 2);
  private static final MethodHandle POLL = link("poll", 3);
  private static final MethodHandle EVENTFD = link("eventfd", 2);
  private static final MethodHandle EPOLL_CREATE = link("epoll_create1", 1);
  private static final MethodHandle EPOLL_CTL = link("epoll_ctl", 4);
  private static final MethodHandle EPOLL_WAIT = link("epoll_wait", 4);
  private static final MethodHandle KILL = link("kill", 2);
  private static final MethodHandle WAITID = link("waitid", 4);
  private static final MethodHandle SYSCALL = variadic("syscall", 5, 1);
  private static final MethodHandle SIGNAL = Linkage.pointer("signal", 2);
  private static final MethodHandle MALLOC =
      allocator("malloc", FunctionDescriptor.of(ADDRESS, JAVA_LONG));
  private static final MethodHandle FREE = allocator("free", FunctionDescriptor.ofVoid(ADDRESS));

  private static final MethodHandle SPAWN = link("posix_spawn", 6);
  private static final MethodHandle ATTR_INIT = link("posix_spawnattr_init", 1);
  private static final MethodHandle ATTR_FLAGS = link("posix_spawnattr_setflags", 2);
  private static final MethodHandle ATTR_GROUP = link("posix_spawnattr_setpgroup", 2);
  private static final MethodHandle ATTR_DEFAULTS = link("posix_spawnattr_setsigdefault", 2);
  private static final MethodHandle ATTR_MASK = link("posix_spawnattr_setsigmask", 2);
  private static final MethodHandle SIGEMPTYSET = link("sigemptyset", 1);
  private static final MethodHandle ACTIONS_INIT = link("posix_spawn_file_actions_init", 1);
  private static final MethodHandle ACTIONS_DESTROY = link("posix_spawn_file_actions_destroy", 1);
  private static final MethodHandle ACTIONS_DUP2 = link("posix_spawn_file_actions_adddup2", 3);
  private static final MethodHandle ACTIONS_CLOSE = link("posix_spawn_file_actions_addclose", 2);
  private static final MethodHandle ACTIONS_OPEN = link("posix_spawn_file_actions_addopen", 5);
  private static final @Nullable MethodHandle ACTIONS_CHDIR =
      optional("posix_spawn_file_actions_addchdir_np", 2);
  private static final @Nullable MethodHandle ACTIONS_CLOSE_FROM =
      optional("posix_spawn_file_actions_addclosefrom_np", 2);

  /** epoll_event is packed on x86-64 only. */
  private static final boolean PACKED = System.getProperty("os.arch", "").equals("amd64");

  /**
   * The one that has another number on each machine. To link a function of its own takes longer.
   */
  private static final long SYS_UNSHARE = PACKED ? 272 : 97;

  static final long EPOLL_EVENT_BYTES = PACKED ? 12 : 16;
  private static final long EPOLL_DATA = PACKED ? 4 : 8;

  private LibC() {}

  /** Whether this machine has all that children need; says what is missing otherwise. */
  static Optional<String> missing() {
    if (ACTIONS_CHDIR == null) {
      return Optional.of("the C library lacks posix_spawn_file_actions_addchdir_np");
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(STATE_BYTES);
      int own = pidfdOpen(state, ProcessHandle.current().pid());
      if (own < 0) {
        return Optional.of("the kernel lacks pidfd_open (errno " + -own + ")");
      }
      close(state, own);
      return Optional.empty();
    }
  }

  static boolean closesFrom() {
    return ACTIONS_CLOSE_FROM != null;
  }

  static MemorySegment malloc(long bytes) {
    try {
      MemorySegment block = (MemorySegment) MALLOC.invokeExact(bytes);
      if (block.address() == 0) {
        throw new OutOfMemoryError("malloc of " + bytes + " bytes");
      }
      return block.reinterpret(bytes);
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  static void free(MemorySegment block) {
    try {
      FREE.invokeExact(block);
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  static long read(MemorySegment state, int fd, MemorySegment buffer, long most) {
    try {
      long result = (long) READ.invokeExact(state, fd, buffer, most);
      return result == -1 ? -state.get(JAVA_INT, 0) : result;
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  static long write(MemorySegment state, int fd, MemorySegment buffer, long count) {
    try {
      long result = (long) WRITE.invokeExact(state, fd, buffer, count);
      return result == -1 ? -state.get(JAVA_INT, 0) : result;
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  static int close(MemorySegment state, int fd) {
    return call(state, CLOSE, fd);
  }

  static int pipe2(MemorySegment state, MemorySegment ends, int flags) {
    return call(state, PIPE2, ends.address(), flags);
  }

  static int open(MemorySegment state, MemorySegment path, int flags) {
    return call(state, OPEN, path.address(), flags);
  }

  static int fcntl(MemorySegment state, int fd, int command, int value) {
    return call(state, FCNTL, fd, command, value);
  }

  /** Fills in rows and columns, two bytes each. */
  static int windowSize(MemorySegment state, int descriptor, MemorySegment size) {
    return Linkage.call(state, IOCTL, descriptor, TIOCGWINSZ, size.address());
  }

  static int poll(MemorySegment state, MemorySegment fds, long count, int millis) {
    return call(state, POLL, fds.address(), count, millis);
  }

  /** Writes one struct pollfd. */
  static void setPoll(MemorySegment fds, int index, int fd, short events) {
    fds.set(JAVA_INT, index * 8L, fd);
    fds.set(JAVA_SHORT, index * 8L + 4, events);
    fds.set(JAVA_SHORT, index * 8L + 6, (short) 0);
  }

  static int eventfd(MemorySegment state) {
    return call(state, EVENTFD, 0, O_CLOEXEC | O_NONBLOCK);
  }

  static int epollCreate(MemorySegment state) {
    return call(state, EPOLL_CREATE, O_CLOEXEC);
  }

  /**
   * Adds a descriptor for reading; its events carry the key.
   *
   * @param event of {@link #EPOLL_EVENT_BYTES}, for the length of this call
   */
  static int epollAdd(MemorySegment state, MemorySegment event, int epoll, int fd, long key) {
    return epollControl(state, event, epoll, EPOLL_CTL_ADD, fd, POLLIN, key);
  }

  /** Lets an added descriptor say nothing, or speak again. */
  static int epollMute(
      MemorySegment state, MemorySegment event, int epoll, int fd, long key, boolean mute) {
    return epollControl(state, event, epoll, EPOLL_CTL_MOD, fd, mute ? 0 : POLLIN, key);
  }

  private static int epollControl(
      MemorySegment state,
      MemorySegment event,
      int epoll,
      int operation,
      int fd,
      int events,
      long key) {
    event.set(JAVA_INT, 0, events);
    event.set(JAVA_LONG.withByteAlignment(4), EPOLL_DATA, key);
    return call(state, EPOLL_CTL, epoll, operation, fd, event.address());
  }

  static int epollRemove(MemorySegment state, int epoll, int fd) {
    return call(state, EPOLL_CTL, epoll, EPOLL_CTL_DEL, fd, 0);
  }

  static int epollWait(MemorySegment state, int epoll, MemorySegment events, int most) {
    return call(state, EPOLL_WAIT, epoll, events.address(), most, -1);
  }

  static long epollKey(MemorySegment events, int index) {
    return events.get(JAVA_LONG.withByteAlignment(4), index * EPOLL_EVENT_BYTES + EPOLL_DATA);
  }

  static int kill(MemorySegment state, long pid, int signal) {
    return call(state, KILL, pid, signal);
  }

  static int pidfdOpen(MemorySegment state, long pid) {
    return call(state, SYSCALL, SYS_PIDFD_OPEN, pid, 0, 0, 0);
  }

  /** A copy of a descriptor of that process, closed when a program is loaded. */
  static int pidfdGetfd(MemorySegment state, int pidfd, int fd) {
    return call(state, SYSCALL, SYS_PIDFD_GETFD, pidfd, fd, 0, 0);
  }

  /** From now on the current thread has a table of descriptors of its own, with the same ones. */
  static int unshareFiles(MemorySegment state) {
    return call(state, SYSCALL, SYS_UNSHARE, CLONE_FILES, 0, 0, 0);
  }

  /** Closes every descriptor of the current thread's table from the first on. */
  static int closeFrom(MemorySegment state, int first) {
    return call(state, SYSCALL, SYS_CLOSE_RANGE, first, ALL_DESCRIPTORS, 0, 0);
  }

  static int pidfdSendSignal(MemorySegment state, int pidfd, int signal) {
    return call(state, SYSCALL, SYS_PIDFD_SEND_SIGNAL, pidfd, signal, 0, 0);
  }

  /** Marks every descriptor from the first on to be closed when a program is loaded. */
  static int closeOnExecFrom(MemorySegment state, int first) {
    return call(state, SYSCALL, SYS_CLOSE_RANGE, first, ALL_DESCRIPTORS, CLOSE_RANGE_CLOEXEC, 0);
  }

  /** The exit code, {@code 256 + signal} for a death by signal, or -errno. Reaps the child. */
  static int reap(MemorySegment state, int pidfd) {
    return reap(state, P_PIDFD, pidfd);
  }

  /** As {@link #reap}, by number, and waits for the exit. */
  static int reapPid(MemorySegment state, int pid) {
    return reap(state, P_PID, pid);
  }

  private static int reap(MemorySegment state, int kind, int id) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment info = arena.allocate(SIGINFO_BYTES, 8);
      int result = call(state, WAITID, kind, id, info.address(), WEXITED);
      if (result < 0) {
        return result;
      }
      int status = info.get(JAVA_INT, SIGINFO_STATUS);
      return info.get(JAVA_INT, SIGINFO_CODE) == CLD_EXITED ? status : 256 + status;
    }
  }

  /** If SIGCHLD were ignored the kernel would throw exit statuses away before they are read. */
  static void keepExitStatuses(MemorySegment state) {
    try {
      long before = (long) SIGNAL.invokeExact(state, (long) SIGCHLD, SIG_DFL);
      if (before != SIG_DFL && before != SIG_IGN) {
        long _ = (long) SIGNAL.invokeExact(state, (long) SIGCHLD, before);
      }
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  /** Attributes of a spawn that live as long as the JVM. */
  static MemorySegment spawnAttributes(short flags) {
    Arena forEver = Arena.global();
    MemorySegment attributes = forEver.allocate(OPAQUE_BYTES, 16);
    MemorySegment signals = forEver.allocate(OPAQUE_BYTES, 16);
    MemorySegment state = forEver.allocate(STATE_BYTES);
    call(state, ATTR_INIT, attributes.address());
    call(state, ATTR_GROUP, attributes.address(), 0);
    // Not sigfillset: it leaves out two signals of the C library, which then stay ignored.
    signals.asSlice(0, SIGNAL_SET_BYTES).fill((byte) 0xFF);
    call(state, ATTR_DEFAULTS, attributes.address(), signals.address());
    call(state, SIGEMPTYSET, signals.address());
    call(state, ATTR_MASK, attributes.address(), signals.address());
    call(state, ATTR_FLAGS, attributes.address(), flags | SPAWN_SETSIGDEF | SPAWN_SETSIGMASK);
    return attributes;
  }

  static int actionsInit(MemorySegment state, MemorySegment actions) {
    return call(state, ACTIONS_INIT, actions.address());
  }

  static void actionsDestroy(MemorySegment state, MemorySegment actions) {
    call(state, ACTIONS_DESTROY, actions.address());
  }

  static int actionsDup2(MemorySegment state, MemorySegment actions, int from, int to) {
    return call(state, ACTIONS_DUP2, actions.address(), from, to);
  }

  static int actionsClose(MemorySegment state, MemorySegment actions, int fd) {
    return call(state, ACTIONS_CLOSE, actions.address(), fd);
  }

  static int actionsOpen(
      MemorySegment state, MemorySegment actions, int fd, MemorySegment path, int flags) {
    return call(state, ACTIONS_OPEN, actions.address(), fd, path.address(), flags, 0);
  }

  static int actionsChdir(MemorySegment state, MemorySegment actions, MemorySegment folder) {
    return call(state, present(ACTIONS_CHDIR), actions.address(), folder.address());
  }

  static int actionsCloseFrom(MemorySegment state, MemorySegment actions, int first) {
    return call(state, present(ACTIONS_CLOSE_FROM), actions.address(), first);
  }

  /** Zero, or the errno of the failed start, positive as posix_spawn gives it. */
  static int spawn(MemorySegment state, SpawnArguments start) {
    return call(
        state,
        SPAWN,
        start.pid().address(),
        start.program().address(),
        start.actions().address(),
        start.attributes().address(),
        start.arguments().address(),
        start.variables().address());
  }
}
