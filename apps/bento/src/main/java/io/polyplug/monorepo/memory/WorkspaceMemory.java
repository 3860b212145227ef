package io.polyplug.monorepo.memory;

import io.polyplug.base.Clock;
import io.polyplug.bento.Toolchain;
import io.polyplug.host.config.TomlDocument;
import io.polyplug.monorepo.config.Workspace;
import io.polyplug.monorepo.files.CacheFile;
import io.polyplug.monorepo.files.Looks;
import io.polyplug.monorepo.key.Mix;
import io.polyplug.monorepo.key.Moment;
import io.polyplug.monorepo.plan.RememberedDish;
import java.net.URISyntaxException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Remembers from one command to the next what the configuration of a workspace says and what its
 * built-in languages came to, so that nothing of it is read again as long as no file or folder that
 * was looked at for it has changed, and the program neither.
 *
 * <p>It holds for the size, times, inode and mode of all that was looked at, and only if all of it
 * was clearly older than the command that looked. It holds whole or not at all; a file that is lost
 * or damaged costs time and nothing else. One object serves one command, on one thread.
 */
public final class WorkspaceMemory {
  private static final int KIND = 0x70706b77;
  private static final int FORMAT = 1;
  private static final long LARGEST = 64L << 20;

  private final Path root;
  private final CacheFile file;
  private final Moment opened;
  private final Looks looks = Looks.noted();
  private final Optional<Known> known;

  /** What is remembered and still true. */
  private record Known(
      Workspace workspace, Map<String, RememberedDish> dishes, Witnesses witnesses) {}

  private WorkspaceMemory(Path root, CacheFile file, Moment opened) {
    this.root = root;
    this.file = file;
    this.opened = opened;
    this.known = read();
  }

  /**
   * Reads what is remembered, and asks the file system whether it still holds.
   *
   * @param cache the directory of the local store
   * @param root the workspace's, canonical
   * @param processors what settings come to depends on it
   */
  public static WorkspaceMemory open(Path cache, Path root, int processors, Clock clock) {
    // Another program, or another user who may read less, looks for itself.
    String owner =
        String.join(
            "\n",
            root.toString(),
            Integer.toString(processors),
            System.getProperty("user.name", ""),
            System.getProperty("java.class.path", ""),
            System.getProperty("jdk.module.path", ""));
    CacheFile file =
        new CacheFile(CacheFile.place(cache, root, "-workspace"), KIND, FORMAT, owner, LARGEST);
    return new WorkspaceMemory(root, file, Moment.now(clock));
  }

  private Optional<Known> read() {
    CacheFile.Content content = file.read();
    if (content == null) {
      return Optional.empty();
    }
    ByteBuffer in = content.in();
    try {
      Mix.Digest digest = new Mix.Digest(in.getLong(), in.getLong());
      int length = in.getInt();
      Witnesses witnesses = new Witnesses(content.bytes(), in.position(), length, digest);
      in.position(in.position() + length);
      if (!witnesses.hold(root)) {
        return Optional.empty();
      }
      PoolReader values = new PoolReader(content.bytes(), in);
      Workspace workspace = ConfigurationFormat.read(root, values);
      return Optional.of(new Known(workspace, PreparationFormat.read(values), witnesses));
    } catch (BufferUnderflowException | IndexOutOfBoundsException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** The configuration; empty if it has to be read. */
  public Optional<Workspace> workspace() {
    return known.map(Known::workspace);
  }

  /** What is known of dishes, by their paths as written. */
  public Map<String, RememberedDish> dishes() {
    return known.isPresent() ? known.get().dishes() : Map.of();
  }

  /** Where whoever reads files for this memory has to note them. */
  public Looks looks() {
    return looks;
  }

  /** Replaces what is remembered, unless something that was looked at may have changed since. */
  public void save(Workspace workspace, Map<String, RememberedDish> dishes) {
    if (looks.paths().isEmpty()) {
      return;
    }
    Set<Path> looked = new HashSet<>(looks.paths());
    known.ifPresent(it -> looked.addAll(it.witnesses().paths(root)));
    for (Class<?> part :
        new Class<?>[] {WorkspaceMemory.class, Toolchain.class, TomlDocument.class}) {
      if (!addProgram(part, looked)) {
        return;
      }
    }
    Witnesses witnesses = Witnesses.of(root, looked, opened);
    if (witnesses == null) {
      return;
    }
    PoolWriter values = new PoolWriter();
    ConfigurationFormat.write(workspace, values);
    PreparationFormat.write(dishes, values);
    byte[] content = values.content();
    ByteBuffer out =
        ByteBuffer.allocate(2 * Long.BYTES + Integer.BYTES + witnesses.length() + content.length);
    out.putLong(witnesses.digest().low()).putLong(witnesses.digest().high());
    out.putInt(witnesses.length()).put(witnesses.content(), witnesses.from(), witnesses.length());
    out.put(content);
    var _ = file.write(out.array());
  }

  /** A program that was replaced in its place may come to other results. */
  private static boolean addProgram(Class<?> part, Set<Path> looked) {
    CodeSource source = part.getProtectionDomain().getCodeSource();
    if (source == null || source.getLocation() == null) {
      return false;
    }
    try {
      looked.add(Path.of(source.getLocation().toURI()));
      return true;
    } catch (URISyntaxException | IllegalArgumentException e) {
      return false;
    }
  }
}
