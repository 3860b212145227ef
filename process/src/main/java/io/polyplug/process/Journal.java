package io.polyplug.process;

import io.polyplug.process.internal.JournalFile;
import io.polyplug.process.internal.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The list of running children in a file, so that the next host can end what one that was ended
 * together with its guardian left behind.
 *
 * <p>Each host has a file of its own in the folder; {@link #open} ends the processes of files whose
 * host is gone. A process is ended only if its id <em>and</em> its start time are those that were
 * noted, on the same boot of the machine: an id that has another owner by now is never touched, so
 * neither is a group whose leader is gone. A child is noted as soon as it is started. Safe from any
 * thread.
 */
public final class Journal implements AutoCloseable {
  /** Lines of ended children that are tolerated before the file is written anew. */
  private static final int STALE_LINES = 2_000;

  private final ReentrantLock lock = new ReentrantLock();
  private final Path file;
  private final Machine machine;
  private final List<Long> swept;
  private final Map<Long, String> entries = new LinkedHashMap<>();
  private JournalFile.Writer writer;
  private int stale;

  private Journal(Path file, Machine machine, List<Long> swept) throws IOException {
    this.file = file;
    this.machine = machine;
    this.swept = swept;
    this.writer = JournalFile.begin(file, machine, List.of());
  }

  /** Sweeps the folder, which is made if need be, and begins the file of this host. */
  public static Journal open(Path folder) throws IOException {
    Files.createDirectories(folder);
    Machine machine = Machine.current();
    List<Long> swept = new ArrayList<>();
    for (Path left : JournalFile.in(folder)) {
      swept.addAll(JournalFile.sweep(left, machine));
    }
    return new Journal(folder.resolve(JournalFile.name(machine)), machine, List.copyOf(swept));
  }

  /** The processes of earlier hosts that were ended when this was opened. */
  public List<Long> swept() {
    return swept;
  }

  /**
   * Notes a running child. A file that cannot be written any more is a lesser evil than no child.
   */
  public void add(Child child) {
    long pid = child.pid();
    String line = JournalFile.added(pid);
    lock.lock();
    try {
      entries.put(pid, line);
      writer.append(line);
    } finally {
      lock.unlock();
    }
  }

  /** Strikes out a child that is gone. */
  public void remove(long pid) {
    lock.lock();
    try {
      if (entries.remove(pid) == null) {
        return;
      }
      writer.append(JournalFile.removed(pid));
      stale += 2;
      if (stale > STALE_LINES) {
        rewrite();
      }
    } finally {
      lock.unlock();
    }
  }

  private void rewrite() {
    try {
      JournalFile.Writer fresh = JournalFile.begin(file, machine, entries.values());
      writer.close();
      writer = fresh;
      stale = 0;
    } catch (IOException full) {
      // The longer file goes on serving.
      stale = 0;
    }
  }

  /** Deletes the file if nothing runs any more; otherwise it stays for the next host. */
  @Override
  public void close() throws IOException {
    lock.lock();
    try {
      writer.close();
      if (entries.isEmpty()) {
        Files.deleteIfExists(file);
      }
    } finally {
      lock.unlock();
    }
  }
}
