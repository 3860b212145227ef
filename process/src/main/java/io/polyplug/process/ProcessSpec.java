package io.polyplug.process;

import io.polyplug.base.UntrustedText;
import java.nio.file.Path;
import java.util.List;

/**
 * What to start and how: an argument vector, never a line for a shell. Immutable.
 *
 * @param program the absolute path of the program; {@link ProgramLookup} finds it
 * @param arguments what the program sees after its own name
 * @param folder the absolute path of the working folder
 * @param environment exactly the variables of the child
 * @param stdin what its descriptor 0 is
 * @param stdout what its descriptor 1 is
 * @param stderr what its descriptor 2 is
 * @param group whether it gets a process group of its own
 */
public record ProcessSpec(
    Path program,
    List<String> arguments,
    Path folder,
    Environment environment,
    Redirect stdin,
    Redirect stdout,
    StderrPolicy stderr,
    Group group) {

  /** What a standard stream of a child is connected to. */
  public enum Redirect {
    /** A pipe to the host. */
    PIPE,
    /** Whatever the host's own stream is connected to. */
    INHERIT,
    /** Nothing: the end of the stream at once, or a sink. */
    NULL
  }

  /** Which process group a child is in. */
  public enum Group {
    /** Its own: a Ctrl-C at the host's terminal does not reach it and it can be ended whole. */
    OWN,
    /**
     * The host's, for a foreground task: it may read the terminal, Ctrl-C reaches it, and it is
     * ended by its tree only.
     */
    HOST
  }

  public ProcessSpec {
    arguments = List.copyOf(arguments);
    requireAbsolute(program, "program");
    requireAbsolute(folder, "working folder");
    for (String argument : arguments) {
      if (argument.indexOf('\0') >= 0) {
        throw new IllegalArgumentException(
            "an argument contains a NUL character: \"" + UntrustedText.excerpt(argument, 80) + '"');
      }
    }
    if (stdin == Redirect.INHERIT && group == Group.OWN) {
      // The terminal stops a process of a background group that reads it (SIGTTIN).
      throw new IllegalArgumentException("a child that inherits stdin must be in the host's group");
    }
  }

  /** A specification of this program with no arguments, in the host's working folder. */
  public static Builder of(Path program) {
    return new Builder(program);
  }

  /** A builder with everything as it is here. */
  public Builder toBuilder() {
    Builder builder = new Builder(program);
    builder.arguments = arguments;
    builder.folder = folder;
    builder.environment = environment;
    builder.stdin = stdin;
    builder.stdout = stdout;
    builder.stderr = stderr;
    builder.group = group;
    return builder;
  }

  private static void requireAbsolute(Path path, String what) {
    if (!path.isAbsolute()) {
      throw new IllegalArgumentException(
          "expected an absolute path of the "
              + what
              + " but got \""
              + UntrustedText.escape(path.toString())
              + '"');
    }
  }

  /** Collects a specification; not safe for several threads. */
  public static final class Builder {
    private final Path program;
    private List<String> arguments = List.of();
    private Path folder = Path.of("").toAbsolutePath();
    private Environment environment = Environment.empty();
    private Redirect stdin = Redirect.PIPE;
    private Redirect stdout = Redirect.PIPE;
    private StderrPolicy stderr = StderrPolicy.tail(StderrPolicy.DEFAULT_TAIL_BYTES);
    private Group group = Group.OWN;

    private Builder(Path program) {
      this.program = program;
    }

    /** What the program sees after its own name. */
    public Builder arguments(List<String> arguments) {
      this.arguments = arguments;
      return this;
    }

    /** What the program sees after its own name. */
    public Builder arguments(String... arguments) {
      return arguments(List.of(arguments));
    }

    /** The working folder; the host's if not given. */
    public Builder folder(Path folder) {
      this.folder = folder;
      return this;
    }

    /** The variables; none if not given. */
    public Builder environment(Environment environment) {
      this.environment = environment;
      return this;
    }

    /** A pipe if not given. */
    public Builder stdin(Redirect stdin) {
      this.stdin = stdin;
      return this;
    }

    /** A pipe if not given. */
    public Builder stdout(Redirect stdout) {
      this.stdout = stdout;
      return this;
    }

    /** Drained with the last 8 KiB kept if not given. */
    public Builder stderr(StderrPolicy stderr) {
      this.stderr = stderr;
      return this;
    }

    /** A group of its own if not given. */
    public Builder group(Group group) {
      this.group = group;
      return this;
    }

    /** The specification. */
    public ProcessSpec build() {
      return new ProcessSpec(program, arguments, folder, environment, stdin, stdout, stderr, group);
    }
  }
}
