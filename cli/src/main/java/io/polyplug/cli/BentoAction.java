package io.polyplug.cli;

import io.polyplug.base.UntrustedText;
import io.polyplug.monorepo.ProblemJson;
import io.polyplug.monorepo.ProblemKind;
import io.polyplug.monorepo.WorkspaceProblem;
import io.polyplug.wire.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** A command of bento: its problems have a shape and an exit code of their own. */
abstract class BentoAction implements Command {
  BentoAction() {}

  abstract int act(Given given, Surroundings around) throws Exception;

  @Override
  public final int run(Given given, Surroundings around) throws Exception {
    around.printer().interruptedAs(out -> ProblemJson.write(interrupted(), out));
    try {
      return act(given, around);
    } catch (WorkspaceProblem e) {
      tell(e, around.printer());
      return ExitCode.NOT_DONE;
    } catch (IOException e) {
      tell(unwritten(e), around.printer());
      return ExitCode.NOT_DONE;
    } catch (UncheckedIOException e) {
      tell(unwritten(Objects.requireNonNull(e.getCause())), around.printer());
      return ExitCode.NOT_DONE;
    }
  }

  /** The contract's list of kinds is closed and has none for this; the exit code tells it. */
  private static WorkspaceProblem interrupted() {
    return new WorkspaceProblem(ProblemKind.INTERNAL, Problems.INTERRUPTED.message());
  }

  private static WorkspaceProblem unwritten(IOException e) {
    return new WorkspaceProblem(
        ProblemKind.INTERNAL,
        "A file cannot be read or written: " + reason(e),
        e instanceof FileSystemException file
            ? Optional.ofNullable(file.getFile())
            : Optional.empty(),
        Optional.of("polyplug bento doctor looks for what is wrong."),
        List.of());
  }

  /** In words, since many of these exceptions say nothing but a name. */
  static String reason(IOException e) {
    return switch (e) {
      case NoSuchFileException missing -> missing.getFile() + " does not exist";
      case AccessDeniedException denied -> denied.getFile() + " may not be accessed";
      case NotDirectoryException file -> file.getFile() + " is not a folder";
      default -> String.valueOf(e.getMessage());
    };
  }

  static void tell(WorkspaceProblem problem, Printer printer) {
    if (printer.wantsJson()) {
      printer.whole(Json.object(out -> ProblemJson.write(problem, out)));
      return;
    }
    printer.aside(
        printer.red("error: ") + UntrustedText.escape(String.valueOf(problem.getMessage())));
    problem.where().ifPresent(where -> printer.aside("  at: " + UntrustedText.escape(where)));
    problem.hint().ifPresent(hint -> printer.aside("  hint: " + UntrustedText.escape(hint)));
    for (String step : problem.nextSteps()) {
      printer.aside("  → " + UntrustedText.escape(step));
    }
  }
}
