package io.polyplug.cli;

import io.polyplug.wire.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

/**
 * Everything that a command shows: text for people, or exactly one JSON document for programs.
 *
 * <p>Results go to standard output; what went wrong, and progress, go to standard error. Colour is
 * used only on a terminal, and never when {@code NO_COLOR} is set.
 */
final class Printer {
  private final PrintStream out;
  private final PrintStream err;
  private final boolean json;
  private final boolean outIsTerminal;
  private final boolean errIsTerminal;
  private final boolean inIsTerminal;
  private final boolean colour;
  private final ReentrantLock document = new ReentrantLock();
  private boolean documented;
  private volatile boolean endless;
  private volatile Consumer<JsonGenerator> interruption = Problems.document(Problems.INTERRUPTED);

  Printer(PrintStream out, PrintStream err, boolean json, Terminals terminals) {
    this.out = out;
    this.err = err;
    this.json = json;
    this.outIsTerminal = terminals.out();
    this.errIsTerminal = terminals.err();
    this.inIsTerminal = terminals.in();
    this.colour = terminals.colour();
  }

  /** Which streams people look at, and whether they want colour. */
  record Terminals(boolean in, boolean out, boolean err, boolean colour) {
    static final Terminals NONE = new Terminals(false, false, false);

    /** A person who looks at both streams is taken to type as well. */
    Terminals(boolean out, boolean err, boolean colour) {
      this(out && err, out, err, colour);
    }

    /**
     * The launcher tells what it sees. A terminal that understands nothing is as good as a pipe.
     */
    static Terminals of(String told, Map<String, String> environment) {
      boolean dumb = environment.getOrDefault("TERM", "dumb").equals("dumb");
      boolean plain = !environment.getOrDefault("NO_COLOR", "").isEmpty();
      return new Terminals(
          told.contains("0") && !dumb,
          told.contains("1") && !dumb,
          told.contains("2") && !dumb,
          !plain && !dumb);
    }
  }

  boolean wantsJson() {
    return json;
  }

  boolean outIsTerminal() {
    return outIsTerminal;
  }

  boolean errIsTerminal() {
    return errIsTerminal;
  }

  /** Whether somebody can be asked, and sees the question. */
  boolean canAsk() {
    return inIsTerminal && errIsTerminal && !json;
  }

  /** Whether a person looks at the output and types, so that a whole screen makes sense. */
  boolean hasScreen() {
    return inIsTerminal && outIsTerminal && !json;
  }

  /** A question; the answer is typed on the same line. */
  void ask(String text) {
    err.print(text);
    err.flush();
  }

  /** A line of the result; safe text only. */
  void line(String text) {
    out.println(text);
  }

  /** Lines of the result, in one piece; safe text only. */
  void text(String lines) {
    out.print(lines);
    out.flush();
  }

  /** A line beside the result. */
  void aside(String text) {
    err.println(text);
  }

  /** Bytes of the result, exactly as they are. */
  void bytes(byte[] result) {
    out.write(result, 0, result.length);
    out.flush();
  }

  /**
   * Standard output for a command whose output is a conversation and no text: what is written goes
   * out at once, and fails when nobody reads it. Closing it closes nothing.
   */
  OutputStream rawOutput() {
    return new OutputStream() {
      @Override
      public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
      }

      @Override
      public void write(byte[] bytes, int from, int length) throws IOException {
        out.write(bytes, from, length);
        if (out.checkError()) {
          throw new IOException("standard output cannot be written any more");
        }
      }
    };
  }

  /** Bytes beside the result, exactly as they are. */
  void bytesAside(byte[] aside) {
    err.write(aside, 0, aside.length);
    err.flush();
  }

  /** Progress that is overwritten in place. */
  void progress(String text) {
    err.print("\r\u001b[2K" + text);
    err.flush();
  }

  /**
   * Whether the result goes nowhere: it cannot be written, or its reader has left. A stream without
   * an end has to ask after every line.
   */
  boolean isUnread() {
    return out.checkError();
  }

  /**
   * The one document of a command that was asked for JSON; the first one counts. Once the program
   * is asked to end it is not printed, because {@link #interrupted} says that instead.
   */
  void document(Consumer<JsonGenerator> members) {
    Json whole = Json.object(members);
    document.lock();
    try {
      if (!documented && !Interruption.hasBegun()) {
        out.println(whole);
        documented = true;
      }
    } finally {
      document.unlock();
    }
  }

  /**
   * As {@link #document}, for a document of any shape: on one line for programs, spread over lines
   * where a person looks.
   */
  void whole(Json json) {
    document.lock();
    try {
      if (!documented && !Interruption.hasBegun()) {
        out.println(outIsTerminal ? PrettyJson.of(json) : json.toString());
        documented = true;
      }
    } finally {
      document.unlock();
    }
  }

  /**
   * From now on each line of the result is a document of its own, and being asked to end is how it
   * ends: that is no document.
   */
  void endlessly() {
    endless = true;
  }

  /** What the document of a command that is interrupted from now on has beside the error. */
  void soFar(Consumer<JsonGenerator> members) {
    interruptedAs(Problems.document(Problems.INTERRUPTED).andThen(members));
  }

  /** The whole document of a command that is interrupted from now on. */
  void interruptedAs(Consumer<JsonGenerator> members) {
    interruption = members;
  }

  /** The document of a command that was asked to end, unless it has printed its own. */
  void interrupted() {
    document.lock();
    try {
      if (!documented && !endless) {
        documented = true;
        out.println(Json.object(interruption));
      }
    } finally {
      document.unlock();
    }
  }

  void table(List<String> headings, List<List<String>> rows) {
    List<String> lines = Table.of(headings, rows);
    out.println(bold(lines.getFirst()));
    lines.stream().skip(1).forEach(out::println);
  }

  String bold(String text) {
    return coloured("1", text);
  }

  boolean hasColour() {
    return colour;
  }

  /** A part of the result in a colour of the terminal. */
  String coloured(String style, String text) {
    return outIsTerminal && colour ? "\u001b[" + style + "m" + text + "\u001b[0m" : text;
  }

  String red(String text) {
    return errIsTerminal && colour ? "\u001b[31m" + text + "\u001b[0m" : text;
  }

  String dim(String text) {
    return errIsTerminal && colour ? "\u001b[2m" + text + "\u001b[0m" : text;
  }
}
