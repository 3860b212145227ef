package io.polyplug.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.base.Clock;
import io.polyplug.process.Spawner;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs suites against real processes: what they pass, fail and skip. */
public final class Trial {
  /** All axes, as the cell of a table. */
  private static final String ALL = "*";

  /** Of this many axes that a sin is not to fail, one is run. */
  private static final int SAMPLED = 3;

  private Trial() {}

  public static Subjects subjects() {
    return new Subjects(Spawner.platform(), Clock.system());
  }

  /** The one plugin of a folder. */
  public static Subject folder(Path folder) {
    List<Subject> found = subjects().inFolder(folder, Optional.empty());
    assertThat(found).hasSize(1);
    return found.getFirst();
  }

  public static Report run(Suite suite, Subject subject) {
    return run(suite, subject, _ -> true);
  }

  private static Report run(Suite suite, Subject subject, Predicate<Axis> wanted) {
    return new Conformance(Spawner.platform(), Clock.system()).run(suite, subject, wanted, _ -> {});
  }

  /** Runs all axes of the suite of the subject's contract. */
  public static Report run(Subject subject) {
    return run(Suites.of(subject.info().contract()).orElseThrow(), subject);
  }

  /** Passes nothing by default: what is skipped has not been passed. */
  public static void passes(Subject subject) {
    Report report = run(subject);
    assertThat(axes(report, Verdict.Failed.class)).as(shown(report)).isEmpty();
    assertThat(axes(report, Verdict.Passed.class)).as(shown(report)).isNotEmpty();
  }

  /**
   * A program with this sin fails these axes and no others. The axes that it is to fail are all
   * run, of the others a third that depends on the sin: over all sins each axis is shown to be
   * passed by many sinners, for a third of the processes.
   *
   * @param axes their ids with spaces between, or an asterisk
   */
  public static void failsOnly(Suite suite, Subject subject, String sin, String axes) {
    List<String> ids = suite.entries().stream().map(it -> it.axis().id()).toList();
    Set<String> expected = axes.equals(ALL) ? new TreeSet<>(ids) : named(axes);
    int offset = Math.floorMod(sin.hashCode(), SAMPLED);
    Report report =
        run(
            suite,
            subject,
            axis -> expected.contains(axis.id()) || ids.indexOf(axis.id()) % SAMPLED == offset);
    assertThat(axes(report, Verdict.Failed.class)).as(shown(report)).isEqualTo(expected);
  }

  /** The ids of the axes that ended so, in alphabetical order. */
  public static Set<String> axes(Report report, Class<? extends Verdict> verdict) {
    return report.results().stream()
        .filter(it -> verdict.isInstance(it.verdict()))
        .map(it -> it.axis().id())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** What is to be seen of a report if an assertion fails. */
  public static String shown(Report report) {
    return report.results().stream()
        .map(
            it ->
                "%s %s: %s".formatted(it.verdict().word(), it.axis().id(), it.verdict().sentence()))
        .collect(Collectors.joining("\n"));
  }

  /** The axes in a table's cell. */
  public static Set<String> named(String axes) {
    return Stream.of(axes.split(" "))
        .filter(it -> !it.isEmpty())
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
