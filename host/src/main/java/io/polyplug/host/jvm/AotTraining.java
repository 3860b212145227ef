package io.polyplug.host.jvm;

import io.polyplug.host.HostBuilder;
import io.polyplug.host.Plugin;
import io.polyplug.host.PluginException;
import io.polyplug.host.PluginHost;
import io.polyplug.host.ToolQuery;
import io.polyplug.process.Child;
import io.polyplug.process.ExitStatus;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.Spawner;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Makes the start-up cache of a Java plugin: the plugin is started once by its own contract, asked
 * what it offers, and ended; its JVM then writes the cache. No tool of it is called. Used once, by
 * one thread.
 */
public final class AotTraining {
  private static final Duration ASKING = Duration.ofSeconds(20);

  private final AotCaches caches;
  private final Spawner spawner;
  private final Duration atMost;
  private @Nullable Child trained;
  private @Nullable Path workshop;
  private @Nullable Path output;
  private @Nullable Path place;
  private @Nullable Path jar;

  /**
   * Starts nothing yet.
   *
   * @param spawner how the plugin is started
   * @param atMost how long the plugin and its JVM may take to end after they were asked to
   */
  public AotTraining(AotCaches caches, Spawner spawner, Duration atMost) {
    this.caches = caches;
    this.spawner = spawner;
    this.atMost = atMost;
  }

  /**
   * Trains the only plugin of a host that is made here.
   *
   * @return the size of the cache in bytes
   * @throws TrainingFailure if there is no cache afterwards, with the reason
   */
  public long train(HostBuilder builder) throws TrainingFailure {
    try {
      try (PluginHost host = builder.spawner(this::start).forOneCommand().build()) {
        talk(host.plugins().getFirst());
      }
      return finish();
    } catch (IOException e) {
      throw new TrainingFailure("its cache cannot be written: " + e.getMessage());
    } finally {
      cleanUp();
    }
  }

  /** What every host says first; what fails here is told by who uses the plugin. */
  private static void talk(Plugin plugin) {
    try {
      plugin.check(ASKING);
      plugin.tools(new ToolQuery(Optional.empty(), Map.of(), Optional.of(ASKING), true));
    } catch (PluginException e) {
      // A plugin that cannot do that may have been started well all the same.
    }
  }

  private synchronized Child start(ProcessSpec spec) throws LaunchFailure {
    Path into = caches.place(spec).orElse(null);
    JavaCommand command = JavaCommand.of(spec).orElse(null);
    if (trained != null || into == null || command == null) {
      throw new LaunchFailure(LaunchFailure.Reason.REFUSED, "It is started once, to be trained.");
    }
    try {
      workshop = Files.createTempDirectory(caches.made(), "training-");
      output = workshop.resolve("cache");
      place = into;
      jar = command.jars().getFirst();
    } catch (IOException e) {
      throw new LaunchFailure(
          LaunchFailure.Reason.REFUSED,
          "The folder of caches cannot be written: " + e.getMessage());
    }
    Child child = spawner.start(AotCaches.recording(spec, output));
    trained = child;
    return new PatientChild(child);
  }

  private long finish() throws TrainingFailure, IOException {
    Child child = trained;
    Path made = output;
    if (child == null || made == null || place == null || jar == null) {
      throw new TrainingFailure("it was not started");
    }
    child.closeStdin();
    Optional<ExitStatus> exit = awaited(child);
    if (exit.isEmpty()) {
      throw new TrainingFailure(
          "it did not end within %d s of the end of its input".formatted(atMost.toSeconds()));
    }
    if (!Files.isRegularFile(made)) {
      throw new TrainingFailure("its JVM ended with %s and wrote none".formatted(exit.get()));
    }
    long size = Files.size(made);
    caches.keep(made, place, jar);
    return size;
  }

  private Optional<ExitStatus> awaited(Child child) throws TrainingFailure {
    try {
      return child.awaitExit(atMost);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TrainingFailure("the training was interrupted");
    }
  }

  private void cleanUp() {
    if (trained != null) {
      trained.close();
    }
    if (workshop != null) {
      // The JVM leaves files of its own beside the cache if it does not come to its end.
      try (DirectoryStream<Path> left = Files.newDirectoryStream(workshop)) {
        for (Path file : left) {
          Files.deleteIfExists(file);
        }
        Files.deleteIfExists(workshop);
      } catch (IOException e) {
        // It is in a cache folder, and its name says what it was.
      }
    }
  }
}
