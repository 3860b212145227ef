package io.polyplug.conformance.bab;

import io.polyplug.bab.CommandPlan;
import io.polyplug.bab.DelegateFailure;
import io.polyplug.bab.DelegateRequest;
import io.polyplug.bab.EnvFilter;
import io.polyplug.bab.ManifestRole;
import io.polyplug.bab.Rehearsal;
import io.polyplug.base.UntrustedText;
import io.polyplug.conformance.Marked;
import io.polyplug.conformance.NotConcerned;
import io.polyplug.conformance.Stage;
import io.polyplug.conformance.Verdict;
import io.polyplug.conformance.Violation;
import io.polyplug.process.CommandResult;
import io.polyplug.process.Environment;
import io.polyplug.process.ExitStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The two functions of an adapter, without the program between them (sections 10 and 12). */
final class CommandAxes {
  private static final DelegateRequest REQUEST =
      DelegateRequest.of("Say nothing: " + Marked.UNICODE);
  private static final int MEGABYTE = 1_000_000;
  private static final int KILL = 9;

  /** Shorter values occur in everything. */
  private static final int SHORTEST_SECRET = 8;

  private CommandAxes() {}

  private static Rehearsal rehearse(Stage stage) {
    Rehearsal rehearsal = DelegateAxes.rehearse(stage);
    if (rehearsal.runsItself()) {
      rehearsal.close();
      throw new NotConcerned("its adapter runs the program itself");
    }
    return rehearsal;
  }

  static Verdict build(Stage stage) throws InterruptedException {
    List<ManifestRole> roles = DelegateAxes.manifestOf(stage).roles();
    List<String> notes = new ArrayList<>();
    try (Rehearsal rehearsal = rehearse(stage)) {
      for (ManifestRole role : roles) {
        DelegateRequest request = REQUEST.withRole(role.name());
        String name = UntrustedText.excerpt(role.name(), 80);
        try {
          CommandPlan first = rehearsal.plan(request);
          if (!first.equals(rehearsal.plan(request))) {
            throw new Violation(
                "for the role %s it makes another command of the same input".formatted(name));
          }
        } catch (DelegateFailure e) {
          if (!e.isAdapters()) {
            throw new Violation("for the role %s: %s".formatted(name, shown(e)));
          }
          notes.add("for the role %s it throws: %s".formatted(name, shown(e)));
        }
      }
    }
    if (notes.size() == roles.size()) {
      throw new Violation(notes.getFirst());
    }
    return new Verdict.Passed(String.join("; ", notes));
  }

  private static String shown(DelegateFailure failure) {
    return UntrustedText.excerpt(String.valueOf(failure.getMessage()), 400);
  }

  static Verdict failures(Stage stage) throws InterruptedException {
    try (Rehearsal rehearsal = rehearse(stage)) {
      List<String> notes = new ArrayList<>();
      for (ExitStatus status :
          List.of(
              new ExitStatus.Exited(1), new ExitStatus.Exited(0), new ExitStatus.Signaled(KILL))) {
        if (parsed(rehearsal, result("", "", status)).isPresent() && !status.isSuccess()) {
          notes.add("it makes an answer of no output though its program " + status.sentence());
        }
      }
      return new Verdict.Passed(String.join("; ", notes));
    }
  }

  static Verdict unicode(Stage stage) throws InterruptedException {
    return repeated(stage, Marked.UNICODE);
  }

  static Verdict bigOutput(Stage stage) throws InterruptedException {
    return repeated(stage, Marked.ofLength(MEGABYTE));
  }

  private static Verdict repeated(Stage stage, String text) throws InterruptedException {
    try (Rehearsal rehearsal = rehearse(stage)) {
      Optional<String> answer = parsed(rehearsal, result(text, text, new ExitStatus.Exited(0)));
      return new Verdict.Passed(
          answer.isPresent() && Marked.isKept(text, answer.get())
              ? ""
              : "it took the output but does not repeat it, so only that was seen");
    }
  }

  /** What it makes of output; empty if it throws, which it may. */
  private static Optional<String> parsed(Rehearsal rehearsal, CommandResult result)
      throws InterruptedException {
    Optional<String> answer;
    try {
      answer = Optional.of(rehearsal.answer(REQUEST, result));
    } catch (DelegateFailure e) {
      if (rehearsal.isScripted() && !e.isAdapters()) {
        throw new Violation(shown(e));
      }
      answer = Optional.empty();
    }
    return answer;
  }

  private static CommandResult result(String stdout, String stderr, ExitStatus status) {
    return new CommandResult(
        stdout, stderr, Optional.of(status), false, false, Duration.ofMillis(1), false, false);
  }

  static Verdict environment(Stage stage) throws InterruptedException, DelegateFailure {
    try (Rehearsal rehearsal = rehearse(stage)) {
      Map<String, String> allowed = rehearsal.environment();
      Map<String, String> secrets = new TreeMap<>();
      Environment.empty()
          .inheritAll()
          .variables()
          .forEach(
              (name, value) -> {
                if (EnvFilter.SUFFIXES.hides(name)
                    && value.length() >= SHORTEST_SECRET
                    && !allowed.containsValue(value)) {
                  secrets.put(name, value);
                }
              });
      CommandPlan plan = rehearsal.plan(REQUEST);
      Map<String, String> seen = plan.env().orElse(allowed);
      for (Map.Entry<String, String> secret : secrets.entrySet()) {
        if (seen.containsValue(secret.getValue())
            || plan.args().stream().anyMatch(it -> it.contains(secret.getValue()))) {
          throw new Violation(
              "it passes the host's %s on to its program"
                  .formatted(UntrustedText.excerpt(secret.getKey(), 80)));
        }
      }
      if (secrets.isEmpty()) {
        throw new NotConcerned("this environment has no secret that could be passed on");
      }
      return Verdict.passed();
    }
  }
}
