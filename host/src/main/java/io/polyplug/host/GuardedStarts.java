package io.polyplug.host;

import io.polyplug.process.Child;
import io.polyplug.process.Guardian;
import io.polyplug.process.Journal;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.Spawner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The spawner of a host: what it starts does not outlive the host, however the host ends. The
 * spawner itself, guardian and journal are made with the first start, so that a host that starts
 * nothing leaves no trace and costs nothing. Safe from any thread; whoever made it closes it after
 * its children.
 */
public final class GuardedStarts implements Spawner, AutoCloseable {
  private final Supplier<Spawner> platform;
  private final Optional<Path> journalFolder;
  private final UnaryOperator<ProcessSpec> commands;
  private @Nullable Guardian guardian;
  private @Nullable Journal journal;
  private boolean closed;

  /**
   * Starts nothing yet.
   *
   * @param stateFolder where the journal is kept; without one there is none
   */
  public GuardedStarts(Supplier<Spawner> platform, Optional<Path> stateFolder) {
    this(platform, stateFolder, UnaryOperator.identity());
  }

  /**
   * As the other, with a last word on every command.
   *
   * @param commands gives what is really started; safe from any thread
   */
  public GuardedStarts(
      Supplier<Spawner> platform, Optional<Path> stateFolder, UnaryOperator<ProcessSpec> commands) {
    this.platform = platform;
    this.commands = commands;
    this.journalFolder = stateFolder.map(folder -> folder.resolve("journal"));
  }

  @Override
  public Child start(ProcessSpec spec) throws LaunchFailure {
    return guarded().start(commands.apply(spec));
  }

  @Override
  public void prepare() throws LaunchFailure {
    guarded().prepare();
  }

  private synchronized Spawner guarded() throws LaunchFailure {
    if (closed) {
      throw new LaunchFailure(
          LaunchFailure.Reason.HOST_CLOSED, "The host is closing and starts nothing more.");
    }
    if (guardian == null) {
      journal = journalFolder.map(GuardedStarts::open).orElse(null);
      Spawner unguarded = platform.get();
      guardian = journal == null ? Guardian.of(unguarded) : Guardian.of(unguarded, journal);
    }
    return guardian.spawner();
  }

  /** A folder that cannot be written costs the second line of defence, not the plugins. */
  private static @Nullable Journal open(Path folder) {
    try {
      return Journal.open(folder);
    } catch (IOException e) {
      return null;
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (guardian != null) {
      guardian.close();
    }
    if (journal != null) {
      try {
        journal.close();
      } catch (IOException e) {
        // The file stays for the next host, which finds nothing alive in it.
      }
    }
  }
}
