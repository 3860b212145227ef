package io.polyplug.conformance;

import io.polyplug.base.Clock;
import io.polyplug.process.Spawner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Runs the suite of a contract against a plugin. Of one thread. */
public final class Conformance {
  private final Spawner spawner;
  private final Clock clock;
  private final Optional<AxisRecordings> recordings;

  public Conformance(Spawner spawner, Clock clock) {
    this(spawner, clock, Optional.empty());
  }

  /** As the other, and keeps what was said while an axis failed. */
  public Conformance(Spawner spawner, Clock clock, Optional<AxisRecordings> recordings) {
    this.spawner = spawner;
    this.clock = clock;
    this.recordings = recordings;
  }

  /**
   * Tests the wanted axes one after another, each from nothing, and tells of each as it is done.
   */
  public Report run(
      Suite suite, Subject subject, Predicate<Axis> wanted, Consumer<AxisResult> told) {
    List<AxisResult> results = new ArrayList<>();
    for (Suite.Entry entry : suite.entries()) {
      if (wanted.test(entry.axis())) {
        AxisResult result = run(entry, subject);
        results.add(result);
        told.accept(result);
      }
    }
    return new Report(suite.contract(), subject.info().id(), subject.info().version(), results);
  }

  private AxisResult run(Suite.Entry entry, Subject subject) {
    AxisRecordings.Running recording =
        recordings
            .map(it -> it.begin(subject.info(), entry.axis()))
            .orElse(AxisRecordings.Running.NONE);
    Verdict verdict;
    Duration took;
    List<SeenFrame> frames;
    List<String> stderr;
    try (Stage stage = new Stage(subject, spawner, clock, recording)) {
      verdict =
          subject
              .problem()
              .<Verdict>map(Verdict.Failed::new)
              .orElseGet(() -> verdict(entry.check(), stage));
      took = stage.tape().elapsed();
      frames = stage.tape().frames();
      stderr = stage.stderr();
    }
    return new AxisResult(entry.axis(), verdict, took, frames, stderr, recording.end(verdict));
  }

  private static Verdict verdict(Check check, Stage stage) {
    try {
      return check.run(stage);
    } catch (Violation e) {
      return new Verdict.Failed(String.valueOf(e.getMessage()));
    } catch (NotConcerned e) {
      return new Verdict.Skipped(String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Verdict.Failed("the run was interrupted");
    } catch (Exception e) {
      return new Verdict.Failed("the test itself failed: " + e);
    }
  }
}
