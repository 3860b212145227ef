package io.polyplug.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/** What one command line gave. */
record CommandRun(int exit, String out, String err) {
  /** A place to run commands in: a folder of the test's own, and the examples of the project. */
  record Place(Path folder, byte[] stdin, Printer.Terminals terminals) {
    Place(Path folder) {
      this(folder, new byte[0], Printer.Terminals.NONE);
    }

    Place withStdin(String text) {
      return new Place(folder, text.getBytes(StandardCharsets.UTF_8), terminals);
    }

    Place onTerminal() {
      return new Place(folder, stdin, new Printer.Terminals(true, true, true));
    }

    CommandRun run(String... args) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      ByteArrayOutputStream err = new ByteArrayOutputStream();
      Cli cli =
          new Cli(
              folder,
              Path.of(System.getProperty("polyplug.root")),
              Map.of("POLYPLUG_HOME", folder.resolve("home").toString()),
              new ByteArrayInputStream(stdin),
              new PrintStream(out, true, StandardCharsets.UTF_8),
              new PrintStream(err, true, StandardCharsets.UTF_8),
              terminals);
      int exit = cli.run(args);
      return new CommandRun(
          exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }
  }
}
