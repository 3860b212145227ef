package io.polyplug.cli;

import io.polyplug.door.Reach;
import io.polyplug.process.ProgramLookup;
import io.polyplug.workbench.Served;
import io.polyplug.workbench.Workbench;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** The workbench that {@code polyplug up} serves, unless it is told not to. */
record UpPage(@Nullable Workbench workbench) implements AutoCloseable {
  /** What opens an address in the browser of a desktop: of Linux, and of macOS. */
  private static final List<String> OPENERS = List.of("xdg-open", "open");

  static void addOptions(CommandSpec spec) {
    UpDoor.addOptions(spec);
    spec.addOption(
        CommonOptions.flag("--no-workbench")
            .description("Serves other commands only, and no browser.")
            .build());
    spec.addOption(
        CommonOptions.flag("--open").description("Opens the workbench in your browser.").build());
  }

  /**
   * Opens it.
   *
   * @param reach empty to open none
   */
  static UpPage open(Optional<Reach> reach, Surroundings around, Served served) {
    if (reach.isEmpty()) {
      return new UpPage(null);
    }
    try {
      UpPage page = new UpPage(Workbench.open(served, reach.get()));
      if (!reach.get().isLocal() && reach.get().tls().isEmpty()) {
        around
            .printer()
            .aside(
                "polyplug: the workbench is not encrypted: whoever is on the way can read its token, and do what you can");
      }
      return page;
    } catch (IOException e) {
      throw new UsageProblem(
          "The workbench cannot be served on port %d of %s: %s; choose another with --port or --listen, or --no-workbench"
              .formatted(
                  reach.get().port(),
                  reach.get().address().getHostAddress(),
                  Optional.ofNullable(e.getCause()).orElse(e).getMessage()));
    }
  }

  /** Opens it in a browser, if that is wanted and there is a program for it; says so if not. */
  void show(Given given, Surroundings around) {
    if (workbench == null || !given.has("--open")) {
      return;
    }
    Optional<String> opener = OPENERS.stream().filter(ProgramLookup.ofHost()::has).findFirst();
    if (opener.isEmpty()) {
      around.printer().aside("polyplug: --open: there is no " + String.join(" and no ", OPENERS));
      return;
    }
    try {
      new ProcessBuilder(opener.get(), workbench.address())
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start();
    } catch (IOException e) {
      around.printer().aside("polyplug: --open: " + opener.get() + ": " + e.getMessage());
    }
  }

  /** Where it is, with its token. */
  Optional<String> address() {
    return Optional.ofNullable(workbench).map(Workbench::address);
  }

  @Override
  public void close() {
    if (workbench != null) {
      workbench.close();
    }
  }
}
