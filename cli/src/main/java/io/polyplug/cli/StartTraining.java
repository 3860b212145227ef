package io.polyplug.cli;

import io.polyplug.base.UntrustedText;
import io.polyplug.conformance.JavaTraining;
import io.polyplug.host.jvm.TrainingFailure;
import io.polyplug.install.Installed;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Has the JVM of a Java plugin that was just installed write its start-up cache. Other plugins are
 * not run.
 */
final class StartTraining {
  static final String REFUSAL = "--no-train";

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
    try {
      return JavaTraining.below(around.folders().cache())
          .train(installed.folder(), installed.contract(), () -> {});
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

  /** Drops the caches of what is not there any more. */
  static void sweep(Surroundings around) {
    JavaTraining.below(around.folders().cache()).sweep();
  }

  /** For people. */
  static String sentence(long bytes) {
    return "It is a Java program: it was started once, and its later starts use a cache of %d MB."
        .formatted(Math.max(1, bytes >> 20));
  }
}
