package io.polyplug.conformance;

import io.polyplug.base.Clock;
import io.polyplug.host.GuardedStarts;
import io.polyplug.host.jvm.AotCaches;
import io.polyplug.host.jvm.AotTraining;
import io.polyplug.host.jvm.TrainingFailure;
import io.polyplug.process.Spawner;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Has the JVM of a Java plugin that was just installed write its start-up cache. Other plugins are
 * not run. Safe from any thread.
 *
 * @param caches where hosts look for them
 */
public record JavaTraining(AotCaches caches) {
  /** For the end of the plugin and for its JVM to write some 15 MB. */
  private static final Duration ENDING = Duration.ofSeconds(30);

  /** Whose hosts remember things below this folder. */
  public static JavaTraining below(Path cacheFolder) {
    return new JavaTraining(AotCaches.below(cacheFolder));
  }

  /**
   * Starts the plugin once if it is a Java program; gives the size of its cache if it has one now.
   *
   * @param starting told when it is one, before it is started
   * @throws TrainingFailure if it starts without one, as before
   */
  public Optional<Long> train(Path folder, String contract, Runnable starting)
      throws TrainingFailure {
    try (GuardedStarts spawner = new GuardedStarts(Spawner::platform, Optional.empty())) {
      Optional<Subject> java = javaProgram(folder, contract, spawner);
      if (java.isEmpty()) {
        return Optional.empty();
      }
      starting.run();
      return Optional.of(new AotTraining(caches, spawner, ENDING).train(java.get().hosts().get()));
    }
  }

  private Optional<Subject> javaProgram(Path folder, String contract, Spawner spawner) {
    try {
      return new Subjects(spawner, Clock.system())
          .inFolder(folder, Optional.of(contract)).stream()
              .filter(it -> it.program().filter(caches::canTrain).isPresent())
              .findFirst();
    } catch (NoSubject e) {
      // Whoever uses it hears why it cannot be used.
      return Optional.empty();
    }
  }

  /** Drops the caches of what is not there any more. */
  public void sweep() {
    try {
      caches.sweep();
    } catch (IOException e) {
      // The next training tries again.
    }
  }
}
