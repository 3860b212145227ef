package io.polyplug.cli;

import io.polyplug.base.Clock;
import io.polyplug.monorepo.EarlyLook;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The program {@code polyplug}. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    ResultStream result = new ResultStream(new FileOutputStream(FileDescriptor.out));
    PrintStream out = result.printStream();
    PrintStream err =
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
    int code;
    if (args.length == 1 && args[0].equals("--version")) {
      // Scripts ask this often; it needs no parser.
      out.println("polyplug " + version());
      code = ExitCode.OK;
    } else {
      code = run(out, err, args);
    }
    out.flush();
    if (result.isLost()) {
      err.println("polyplug: standard output could not be written: " + result.problem());
      code = ExitCode.INTERNAL;
    }
    if (code != ExitCode.OK) {
      // Returning is the quicker way out, but cannot say anything.
      System.exit(code);
    }
  }

  static int run(PrintStream out, PrintStream err, String... args) {
    // No Groovy and no reflection over types that no option has: looking for them takes longer than
    // a short command.
    System.setProperty("picocli.disable.closures", "true");
    System.setProperty("picocli.converters.excludes", "java\\.(sql|time)\\..*");
    // The web server's library asks for a logger that there is none of, on standard error.
    System.setProperty("slf4j.internal.verbosity", "ERROR");
    Path folder = Path.of("").toAbsolutePath();
    if (BentoCommand.needsKeys(args)) {
      EarlyLook.begin(folder, System.getenv(), Clock.system());
    }
    try {
      Printer.Terminals terminals =
          Printer.Terminals.of(System.getProperty("polyplug.terminals", ""), System.getenv());
      return new Cli(
              folder,
              Path.of(System.getProperty("polyplug.home", "")).toAbsolutePath(),
              System.getenv(),
              System.in,
              out,
              err,
              terminals)
          .run(args);
    } catch (RuntimeException | Error e) {
      err.println("polyplug: This is a defect of polyplug: " + e);
      return ExitCode.INTERNAL;
    }
  }

  static String version() {
    return Version.TEXT;
  }
}
