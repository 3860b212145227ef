package io.polyplug.conformance;

import io.polyplug.base.Clock;
import io.polyplug.host.GuardedStarts;
import io.polyplug.process.Spawner;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** Runs suites against real processes; closed when the test is over. */
final class Trial implements AutoCloseable {
  private final GuardedStarts spawner = new GuardedStarts(Spawner::platform, Optional.empty());

  Subjects subjects() {
    return new Subjects(spawner, Clock.system());
  }

  Report run(Subject subject) {
    Suite suite = Suites.of(subject.info().contract()).orElseThrow();
    return new Conformance(spawner, Clock.system()).run(suite, subject, _ -> true, _ -> {});
  }

  Report folder(Path folder) {
    List<Subject> found = subjects().inFolder(folder, Optional.empty());
    return run(found.getFirst());
  }

  Report command(String contract, Path folder, String... words) {
    return run(subjects().ofCommand(contract, List.of(words), folder));
  }

  /** The ids of the axes that ended with this word. */
  static Set<String> axes(Report report, String word) {
    Set<String> ids = new TreeSet<>();
    report.results().stream()
        .filter(it -> it.verdict().word().equals(word))
        .forEach(it -> ids.add(it.axis().id()));
    return ids;
  }

  /** What to show when a report is not as expected. */
  static String shown(Report report) {
    Function<AxisResult, String> line =
        it -> "%s %s: %s".formatted(it.verdict().word(), it.axis().id(), it.verdict().sentence());
    return String.join("\n", report.results().stream().map(line).toList());
  }

  /** A program of the test's resources, as a file. */
  static Path program(Path folder, String name) {
    try (InputStream in = Objects.requireNonNull(Trial.class.getResourceAsStream(name))) {
      Path file = folder.resolve(name);
      Files.write(file, in.readAllBytes());
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    spawner.close();
  }
}
