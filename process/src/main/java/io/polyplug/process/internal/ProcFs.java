package io.polyplug.process.internal;

import io.polyplug.process.ProcessTree.Member;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What Linux tells about processes in {@code /proc}. */
final class ProcFs {
  private static final Path PROC = Path.of("/proc");

  /** Whether the kernel lists the children of each task, which spares reading all processes. */
  private static final boolean LISTS_CHILDREN =
      Files.isReadable(PROC.resolve("self/task/" + ProcessHandle.current().pid() + "/children"));

  private ProcFs() {}

  /** The part of a stat line that is used here. */
  record Stat(long pid, char state, long parent, long group, long session, long started) {
    Member member() {
      return new Member(pid, started);
    }

    /** A dead process that nobody has reaped yet still has a line. */
    boolean isDead() {
      return state == 'Z' || state == 'X';
    }
  }

  static Optional<Stat> stat(long pid) {
    try {
      return parse(pid, Files.readAllBytes(PROC.resolve(pid + "/stat")));
    } catch (IOException gone) {
      return Optional.empty();
    }
  }

  /** The name in parentheses may itself contain parentheses and blanks: count from the last. */
  static Optional<Stat> parse(long pid, byte[] bytes) {
    String line = new String(bytes, StandardCharsets.ISO_8859_1);
    String[] fields = line.substring(line.lastIndexOf(')') + 1).trim().split(" ", -1);
    if (fields.length < 20) {
      return Optional.empty();
    }
    return Optional.of(
        new Stat(
            pid,
            fields[0].charAt(0),
            Long.parseLong(fields[1]),
            Long.parseLong(fields[2]),
            Long.parseLong(fields[3]),
            Long.parseLong(fields[19])));
  }

  /** All that descend from the process now, without itself. */
  static List<Member> descendants(long root) {
    List<Member> found = new ArrayList<>();
    Map<Long, List<Long>> byParent = LISTS_CHILDREN ? Map.of() : byParent();
    Deque<Long> open = new ArrayDeque<>(List.of(root));
    while (!open.isEmpty()) {
      long parent = open.remove();
      for (long pid :
          LISTS_CHILDREN ? children(parent) : byParent.getOrDefault(parent, List.of())) {
        Optional<Stat> stat = stat(pid);
        if (stat.isPresent() && stat.get().parent() == parent) {
          found.add(stat.get().member());
          open.add(pid);
        }
      }
    }
    return found;
  }

  /** All living members of a process group. */
  static List<Stat> group(long group) {
    return all().stream()
        .flatMap(pid -> stat(pid).stream())
        .filter(stat -> stat.group() == group && !stat.isDead())
        .toList();
  }

  /**
   * Signals the process unless it is gone, its id has another owner by now, or it is in the given
   * group. The pidfd pins the process before its identity is checked.
   */
  static void signal(Member member, int signal, long exceptGroup) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(LibC.STATE_BYTES);
      int pidfd = LibC.pidfdOpen(state, member.pid());
      if (pidfd < 0) {
        return;
      }
      Optional<Stat> now = stat(member.pid());
      if (now.isPresent()
          && now.get().started() == member.started()
          && now.get().group() != exceptGroup) {
        LibC.pidfdSendSignal(state, pidfd, signal);
      }
      LibC.close(state, pidfd);
    }
  }

  private static List<Long> children(long pid) {
    List<Long> children = new ArrayList<>();
    try (DirectoryStream<Path> tasks = Files.newDirectoryStream(PROC.resolve(pid + "/task"))) {
      for (Path task : tasks) {
        for (String child : Files.readString(task.resolve("children")).split(" ", -1)) {
          if (!child.isBlank()) {
            children.add(Long.parseLong(child.trim()));
          }
        }
      }
    } catch (IOException | java.nio.file.DirectoryIteratorException gone) {
      return children;
    }
    return children;
  }

  private static Map<Long, List<Long>> byParent() {
    Map<Long, List<Long>> children = new HashMap<>();
    for (long pid : all()) {
      stat(pid)
          .ifPresent(
              stat -> children.computeIfAbsent(stat.parent(), p -> new ArrayList<>()).add(pid));
    }
    return children;
  }

  private static List<Long> all() {
    List<Long> pids = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(PROC, "[0-9]*")) {
      for (Path entry : entries) {
        pids.add(Long.parseLong(entry.getFileName().toString()));
      }
    } catch (IOException | java.nio.file.DirectoryIteratorException gone) {
      return pids;
    }
    return pids;
  }
}
