package io.polyplug.process;

import io.polyplug.base.UntrustedText;
import io.polyplug.process.LaunchFailure.Reason;
import io.polyplug.process.internal.ProgramFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Says in one sentence, with the fix, why a program does not start: before anything was started, or
 * from the error of a start that failed. Reads the file, runs nothing.
 */
public final class LaunchDiagnosis {
  private static final int ENOENT = 2;
  private static final int E2BIG = 7;
  private static final int ENOEXEC = 8;
  private static final int EAGAIN = 11;
  private static final int ENOMEM = 12;
  private static final int EACCES = 13;
  private static final int ENFILE = 23;
  private static final int EMFILE = 24;
  private static final int ETXTBSY = 26;

  private LaunchDiagnosis() {}

  /** What keeps this from being started, as far as can be seen without starting it. */
  public static Optional<LaunchFailure> examine(ProcessSpec spec) {
    Optional<LaunchFailure> file = examineFile(spec.program());
    return file.isPresent() ? file : examineFolder(spec.folder());
  }

  /** As {@link #examine}, of the program alone. */
  public static Optional<LaunchFailure> examineFile(Path program) {
    return ProgramFile.problem(program);
  }

  /** The failure of a start that the system refused with this error number. */
  public static LaunchFailure failure(ProcessSpec spec, int errno) {
    String program = UntrustedText.escape(spec.program().toString());
    return switch (errno) {
      case EMFILE, ENFILE ->
          new LaunchFailure(
              Reason.TOO_MANY_FILES,
              "Too many files are open to start "
                  + program
                  + "; raise the limit with ulimit -n or run fewer processes.");
      case E2BIG ->
          new LaunchFailure(
              Reason.ARGUMENTS_TOO_LONG,
              "The arguments and variables of "
                  + program
                  + " are longer than the system allows; pass them in a file or on stdin.");
      case EAGAIN, ENOMEM ->
          new LaunchFailure(
              Reason.OUT_OF_RESOURCES,
              "The system has no room for another process to start "
                  + program
                  + " (errno "
                  + errno
                  + "); free memory or raise the limit with ulimit -u.");
      default -> examine(spec).orElseGet(() -> unexplained(program, errno));
    };
  }

  private static LaunchFailure unexplained(String program, int errno) {
    return switch (errno) {
      case ENOENT ->
          new LaunchFailure(Reason.NOT_FOUND, program + " or its working folder does not exist.");
      case EACCES ->
          new LaunchFailure(
              Reason.NOT_EXECUTABLE,
              program
                  + " may not be executed: look at the rights of it and of its folders, and"
                  + " whether it is on a file system mounted noexec.");
      case ENOEXEC ->
          new LaunchFailure(
              Reason.NOT_A_PROGRAM, program + " is not in a form that this system can execute.");
      case ETXTBSY ->
          new LaunchFailure(
              Reason.REFUSED,
              program + " is open for writing; try again when whoever writes it is done.");
      default ->
          new LaunchFailure(
              Reason.REFUSED, "The system refused to start " + program + " (errno " + errno + ").");
    };
  }

  private static Optional<LaunchFailure> examineFolder(Path folder) {
    if (Files.isDirectory(folder) && Files.isExecutable(folder)) {
      return Optional.empty();
    }
    String name = UntrustedText.escape(folder.toString());
    String problem =
        Files.isDirectory(folder)
            ? " may not be entered; grant the right with chmod u+x."
            : Files.exists(folder)
                ? " is not a folder; name one that is."
                : " does not exist; create it or name another.";
    return Optional.of(
        new LaunchFailure(Reason.BAD_FOLDER, "The working folder " + name + problem));
  }
}
