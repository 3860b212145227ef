package io.polyplug.cli;

import io.polyplug.bab.BabContract;
import io.polyplug.bab.DelegateStore;
import io.polyplug.bab.StoreFailure;
import io.polyplug.base.Clock;
import io.polyplug.process.Environment;
import io.polyplug.process.ProgramLookup;
import io.polyplug.process.Spawner;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** What the commands that add and remove delegates share. */
final class BabStore {
  private BabStore() {}

  static void addYes(CommandSpec spec) {
    spec.addOption(
        OptionSpec.builder("-y", "--yes")
            .type(boolean.class)
            .arity("0")
            .description("Asks nothing.")
            .build());
  }

  /** The store of this user. */
  static DelegateStore open(Surroundings around) {
    return new DelegateStore(
        new DelegateStore.Settings(
            new BabContract()
                .homes(around.environment()).stream()
                    .findFirst()
                    .orElseThrow(() -> new UsageProblem("HOME is not set to an absolute path")),
            Set.of(),
            Main.version(),
            ProgramLookup.ofHost(),
            Environment.empty().withAll(around.environment()),
            Spawner.platform(),
            Clock.system()));
  }

  /** Whether the user says yes, on a terminal or by the option. */
  static boolean isConfirmed(Given given, Surroundings around, String question) {
    if (given.has("--yes")) {
      return true;
    }
    if (!around.printer().canAsk()) {
      throw new BabProblem(DelegateStore.CONFIRMATION_REQUIRED);
    }
    around.printer().ask(question + " [y/N] ");
    try {
      String answer =
          new BufferedReader(new InputStreamReader(around.stdin(), StandardCharsets.UTF_8))
              .readLine();
      String said = answer == null ? "" : answer.strip().toLowerCase(Locale.ROOT);
      return said.equals("y") || said.equals("yes");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs what may fail in the store's words. */
  interface Work {
    int run() throws StoreFailure, InterruptedException;
  }

  static int tell(Work work) throws InterruptedException {
    try {
      return work.run();
    } catch (StoreFailure e) {
      throw new BabProblem(String.valueOf(e.getMessage()));
    }
  }
}
