package io.polyplug.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;

/** The program {@code polyplug}. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    if (args.length == 1 && args[0].equals("--version")) {
      // Scripts ask this often; it needs no parser.
      stream(FileDescriptor.out).println("polyplug " + version());
      return;
    }
    PrintStream out = stream(FileDescriptor.out);
    int code = run(out, stream(FileDescriptor.err), args);
    out.flush();
    if (code != ExitCode.OK) {
      // Returning is the quicker way out, but cannot say anything.
      System.exit(code);
    }
  }

  static int run(PrintStream out, PrintStream err, String... args) {
    Printer.Terminals terminals =
        Printer.Terminals.of(System.getProperty("polyplug.terminals", ""), System.getenv());
    return new Cli(
            Path.of("").toAbsolutePath(),
            Path.of(System.getProperty("polyplug.home", "")).toAbsolutePath(),
            System.getenv(),
            System.in,
            out,
            err,
            terminals)
        .run(args);
  }

  /** The streams as UTF-8, whatever the locale says: JSON is UTF-8. */
  private static PrintStream stream(FileDescriptor descriptor) {
    return new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
  }

  static String version() {
    try (InputStream in = Main.class.getResourceAsStream("version")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
