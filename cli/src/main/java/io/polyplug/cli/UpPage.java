package io.polyplug.cli;

import io.polyplug.process.ProgramLookup;
import io.polyplug.workbench.Served;
import io.polyplug.workbench.Workbench;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The workbench that {@code polyplug up} serves, unless it is told not to. */
record UpPage(@Nullable Workbench workbench) implements AutoCloseable {
  private static final int MOST_PORT = 65_535;

  /** What opens an address in the browser of a desktop: of Linux, and of macOS. */
  private static final List<String> OPENERS = List.of("xdg-open", "open");

  static void addOptions(CommandSpec spec) {
    spec.addOption(
        OptionSpec.builder("--port")
            .paramLabel("N")
            .type(Integer.class)
            .description("The port of the workbench, on loopback; any that is free if left out.")
            .build());
    spec.addOption(
        CommonOptions.flag("--no-workbench")
            .description("Serves other commands only, and no browser.")
            .build());
    spec.addOption(
        CommonOptions.flag("--open").description("Opens the workbench in your browser.").build());
  }

  static UpPage open(Given given, Surroundings around, Served served) {
    if (given.has("--no-workbench")) {
      return new UpPage(null);
    }
    int port =
        Optional.ofNullable(given.command().matchedOptionValue("--port", (Integer) null)).orElse(0);
    if (port < 0 || port > MOST_PORT) {
      throw new UsageProblem("--port: expected 0 to " + MOST_PORT + ", found " + port);
    }
    // The web server's library asks for a logger that there is none of, on standard error.
    System.setProperty("slf4j.internal.verbosity", "ERROR");
    try {
      return new UpPage(Workbench.open(served, port));
    } catch (IOException e) {
      throw new UsageProblem(
          "--port: the workbench cannot be served on port %d: %s; name another, or --no-workbench"
              .formatted(port, e.getMessage()));
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
