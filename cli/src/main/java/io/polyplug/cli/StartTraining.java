package io.polyplug.cli;

import io.polyplug.base.Clock;
import io.polyplug.base.UntrustedText;
import io.polyplug.conformance.NoSubject;
import io.polyplug.conformance.Subject;
import io.polyplug.conformance.Subjects;
import io.polyplug.host.GuardedStarts;
import io.polyplug.host.jvm.AotCaches;
import io.polyplug.host.jvm.AotTraining;
import io.polyplug.host.jvm.TrainingFailure;
import io.polyplug.install.Installed;
import io.polyplug.process.Spawner;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Has the JVM of a Java plugin that was just installed write its start-up cache. Other plugins are
 * not run.
 */
final class StartTraining {
  static final String REFUSAL = "--no-train";

  /** For the end of the plugin and for its JVM to write some 15 MB. */
  private static final Duration ENDING = Duration.ofSeconds(30);

  private StartTraining() {}

  static void addRefusal(CommandSpec spec) {
    spec.addOption(
        CommonOptions.flag(REFUSAL)
            .description(
                "Does not start a Java plugin once to make its later starts quicker: runs nothing of it.")
            .build());
  }

  /** Trains the plugin if it is a Java program; gives the size of its cache if it has one now. */
  static Optional<Long> train(Installed installed, Given given, Surroundings around) {
    if (given.has(REFUSAL)) {
      return Optional.empty();
    }
    AotCaches caches = AotCaches.below(around.folders().cache());
    try (GuardedStarts spawner = new GuardedStarts(Spawner::platform, Optional.empty())) {
      Optional<Subject> java = javaProgram(installed, caches, spawner);
      if (java.isEmpty()) {
        return Optional.empty();
      }
      return Optional.of(new AotTraining(caches, spawner, ENDING).train(java.get().hosts().get()));
    } catch (TrainingFailure e) {
      if (!around.printer().wantsJson()) {
        around
            .printer()
            .aside(
                "polyplug: %s starts without a cache, more slowly than it could: %s"
                    .formatted(
                        UntrustedText.escape(installed.id()),
                        UntrustedText.excerpt(String.valueOf(e.getMessage()), 300)));
      }
      return Optional.empty();
    }
  }

  private static Optional<Subject> javaProgram(
      Installed installed, AotCaches caches, Spawner spawner) {
    try {
      return new Subjects(spawner, Clock.system())
          .inFolder(installed.folder(), Optional.of(installed.contract())).stream()
              .filter(it -> it.program().filter(caches::canTrain).isPresent())
              .findFirst();
    } catch (NoSubject e) {
      // Whoever uses it hears why it cannot be used.
      return Optional.empty();
    }
  }

  /** Drops the caches of what is not there any more. */
  static void sweep(Surroundings around) {
    try {
      AotCaches.below(around.folders().cache()).sweep();
    } catch (IOException e) {
      // The next training tries again.
    }
  }

  /** For people. */
  static String sentence(long bytes) {
    return "It is a Java program: it was started once, and its later starts use a cache of %d MB."
        .formatted(Math.max(1, bytes >> 20));
  }
}
