package io.polyplug.sdk.internal;

import io.polyplug.wire.ContentLength;
import io.polyplug.wire.Ndjson;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;

/** A plugin's program from its arguments to its end. */
public final class Program {
  /** How long what came before the end of the input may still take. */
  static final long FINISH_MILLIS = 1_000;

  /** How long what is cancelled may take to stop. */
  static final long CANCEL_MILLIS = 400;

  /** How long the host may take to read the last frames. */
  static final long FLUSH_MILLIS = 200;

  /** After which nobody is asked any more, whatever hooks or threads the program has. */
  private static final long LAST_MILLIS = 300;

  private static final int WRONG_USE = 2;

  private Program() {}

  /** Serves and ends the JVM. */
  public static void main(Declaration plugin, String... args) {
    HostOutput out = HostOutput.standard();
    HostInput in = HostInput.standard();
    System.setIn(InputStream.nullInputStream());
    exit(run(plugin, in, out, args));
  }

  /** Serves over these streams, closes them and tells the exit code; ends no JVM. */
  public static int run(
      Declaration plugin, InputStream in, OutputStream out, PrintStream errors, String... args) {
    HostOutput output = HostOutput.of(out, errors);
    int code = run(plugin, HostInput.of(in), output, args);
    output.giveUp();
    return code;
  }

  private static int run(Declaration plugin, HostInput in, HostOutput out, String... args) {
    int code;
    try {
      Arguments arguments = Arguments.of(args);
      code = arguments.isPlain() ? speak(plugin, in, out) : arguments.run(plugin, in, out);
    } catch (NotSpoken e) {
      out.errors()
          .println(
              plugin.name()
                  + " expected a JSON message in a line, or one after a Content-Length header, and saw "
                  + e.getMessage()
                  + ".");
      code = WRONG_USE;
    } catch (IOException e) {
      out.errors().println(plugin.name() + " lost its host: " + Failures.messageOf(e));
      code = 1;
    } catch (InterruptedException e) {
      code = 1;
    }
    try {
      // So that no thread stays in the operating system, for which the JVM would wait.
      in.close();
    } catch (IOException e) {
      // Nothing more will be read in any case.
    }
    return code;
  }

  /** Ends the JVM soon, even if a hook of the program does not end. */
  static void exit(int code) {
    Thread.ofPlatform()
        .daemon()
        .name("polyplug-end")
        .start(
            () -> {
              try {
                Thread.sleep(LAST_MILLIS);
              } catch (InterruptedException e) {
                // Nobody interrupts this, and if: it is late enough.
              }
              Runtime.getRuntime().halt(code);
            });
    System.exit(code);
  }

  private static int speak(Declaration plugin, HostInput in, HostOutput out)
      throws IOException, NotSpoken, InterruptedException {
    switch (Opening.of(in, out)) {
      case NOTHING -> {}
      case RUNE -> new RuneSpeaker(plugin, in, out).speak();
      case BOWIRE -> new BowireSpeaker(plugin, in, out).speak();
      case MCP -> new McpSpeaker(plugin, in, out).speak();
      case AINB -> new AinbSpeaker(plugin, in, out).speak();
      case BENTO -> new BentoSpeaker(plugin, in, out).speak();
      case OWN_LINES -> new OwnSpeaker(plugin, Ndjson.STANDARD, in, out).speak();
      case OWN_HEADERS -> new OwnSpeaker(plugin, ContentLength.LENIENT, in, out).speak();
    }
    return 0;
  }
}
