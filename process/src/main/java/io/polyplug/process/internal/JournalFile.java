package io.polyplug.process.internal;

import io.polyplug.process.ProcessTree.Member;
import io.polyplug.process.Signals;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The file of a journal: a line that says whose it is, then {@code + pid started} and {@code -
 * pid}. A line that was cut short by the end of the host is no line.
 */
public final class JournalFile {
  private static final String SUFFIX = ".journal";
  private static final String MAGIC = "polyplug-journal-1";

  private JournalFile() {}

  /** The name of a host's file. */
  public static String name(Machine machine) {
    return machine.pid() + "-" + machine.started() + SUFFIX;
  }

  /** All files of hosts in the folder. */
  public static List<Path> in(Path folder) throws IOException {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
      entries.forEach(files::add);
    }
    return files;
  }

  /** The line of a child that runs. */
  public static String added(long pid) {
    return "+ " + pid + ' ' + Machine.startedChild(pid);
  }

  /** The line of a child that is gone. */
  public static String removed(long pid) {
    return "- " + pid;
  }

  /** Writes a new file in the place of an old one, and goes on with it. */
  public static Writer begin(Path file, Machine machine, Collection<String> lines)
      throws IOException {
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    String head =
        MAGIC + ' ' + machine.boot() + ' ' + machine.pid() + ' ' + machine.started() + '\n';
    Files.writeString(fresh, head + String.join("", lines.stream().map(l -> l + '\n').toList()));
    FileChannel channel =
        FileChannel.open(fresh, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    return new Writer(channel);
  }

  /** Ends what the file lists and deletes it, unless its host is alive; the ids that were ended. */
  public static List<Long> sweep(Path file, Machine here) throws IOException {
    String text;
    try {
      text = Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (NoSuchFileException sweptByAnotherHost) {
      return List.of();
    }
    List<String> lines = text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
    String[] head = lines.isEmpty() ? new String[0] : lines.getFirst().split(" ", -1);
    if (head.length != 4 || !head[0].equals(MAGIC)) {
      return List.of();
    }
    List<Long> ended = new ArrayList<>();
    if (head[1].equals(here.boot())) {
      if (Machine.started(number(head[2])) == number(head[3])) {
        return List.of();
      }
      running(lines).forEach((pid, started) -> end(new Member(pid, started), ended));
    }
    Files.deleteIfExists(file);
    return ended;
  }

  private static Map<Long, Long> running(List<String> lines) {
    Map<Long, Long> running = new LinkedHashMap<>();
    for (String line : lines) {
      String[] words = line.split(" ", -1);
      if (words[0].equals("+") && words.length == 3) {
        running.put(number(words[1]), number(words[2]));
      } else if (words[0].equals("-") && words.length == 2) {
        running.remove(number(words[1]));
      }
    }
    return running;
  }

  /** The leader first shows by its start time that the number is still its own. */
  private static void end(Member member, List<Long> ended) {
    boolean noted = member.pid() > 1 && member.started() >= 0;
    if (!noted || Machine.started(member.pid()) != member.started()) {
      return;
    }
    ended.add(member.pid());
    if (!Platform.isNative()) {
      ProcessHandle.of(member.pid()).ifPresent(ProcessHandle::destroyForcibly);
      return;
    }
    List<Member> tree = ProcFs.descendants(member.pid());
    boolean leads =
        ProcFs.stat(member.pid()).filter(stat -> stat.group() == member.pid()).isPresent();
    if (leads) {
      try (Arena arena = Arena.ofConfined()) {
        LibC.kill(arena.allocate(LibC.STATE_BYTES), -member.pid(), Signals.KILL);
      }
    } else {
      ProcFs.signal(member, Signals.KILL, 0);
    }
    tree.forEach(descendant -> ProcFs.signal(descendant, Signals.KILL, 0));
  }

  /** A word that is no number, as one cut short, matches no process. */
  private static long number(String word) {
    try {
      return Long.parseLong(word);
    } catch (NumberFormatException cut) {
      return -2;
    }
  }

  /** Appends whole lines with one system call each. */
  public static final class Writer {
    private final FileChannel channel;

    private Writer(FileChannel channel) {
      this.channel = channel;
    }

    /** A full disk must not keep children from being started. */
    public void append(String line) {
      try {
        channel.write(ByteBuffer.wrap((line + '\n').getBytes(StandardCharsets.US_ASCII)));
      } catch (IOException full) {
        // The guardian still knows the child.
      }
    }

    /** Lets go of the file. */
    public void close() throws IOException {
      channel.close();
    }
  }
}
