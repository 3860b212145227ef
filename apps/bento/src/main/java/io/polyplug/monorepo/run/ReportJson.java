package io.polyplug.monorepo.run;

import io.polyplug.monorepo.diagnostics.DiagnosticJson;
import tools.jackson.core.JsonGenerator;

/** A report for programs. Pure functions. */
public final class ReportJson {
  private ReportJson() {}

  /** The members of the report's object. */
  public static void write(RunReport report, JsonGenerator out) {
    out.writeArrayPropertyStart("bentos");
    for (BentoReport bento : report.bentos()) {
      out.writeStartObject();
      out.writeStringProperty("name", bento.name());
      out.writeArrayPropertyStart("dishes");
      for (DishReport dish : bento.dishes()) {
        write(dish, out);
      }
      out.writeEndArray();
      out.writeEndObject();
    }
    out.writeEndArray();
    write(report.summary(), out);
    if (report.interrupted()) {
      out.writeBooleanProperty("interrupted", true);
    }
  }

  private static void write(DishReport dish, JsonGenerator out) {
    out.writeStartObject();
    out.writeStringProperty("name", dish.name());
    out.writeStringProperty("path", dish.path());
    out.writeStringProperty("language", dish.language().orElse(null));
    if (dish.install().isPresent()) {
      InstallReport install = dish.install().get();
      out.writeObjectPropertyStart("install");
      out.writeStringProperty("reason", install.reason());
      out.writeNumberProperty("duration_ms", install.millis());
      if (install.error().isPresent()) {
        out.writeStringProperty("error", install.error().get());
      }
      out.writeEndObject();
    }
    out.writeArrayPropertyStart("tasks");
    for (TaskReport task : dish.tasks()) {
      write(task, out);
    }
    out.writeEndArray();
    out.writeEndObject();
  }

  private static void write(TaskReport task, JsonGenerator out) {
    out.writeStartObject();
    out.writeStringProperty("name", task.name());
    out.writeStringProperty("run", task.run());
    out.writeStringProperty("key", task.key());
    out.writeNumberProperty("duration_ms", task.millis());
    out.writeObjectPropertyStart("outcome");
    switch (task.outcome()) {
      case Outcome.CacheHit _ -> out.writeStringProperty("kind", "cache_hit");
      case Outcome.Built _ -> {
        out.writeStringProperty("kind", "built");
        out.writeNumberProperty("exit_code", 0);
      }
      case Outcome.Failed failed -> {
        out.writeStringProperty("kind", "failed");
        out.writeNumberProperty("exit_code", failed.exitCode());
        out.writeStringProperty("stderr_excerpt", Excerpts.stderr(failed.stderr()));
      }
      case Outcome.Skipped skipped -> {
        out.writeStringProperty("kind", "skipped");
        out.writeStringProperty("reason", skipped.reason());
      }
    }
    out.writeEndObject();
    out.writeNumberProperty("attempts", task.attempts());
    if (task.flaky()) {
      out.writeBooleanProperty("flaky", true);
    }
    if (task.outcome() instanceof Outcome.Failed failed) {
      if (!failed.excerpt().isEmpty()) {
        out.writeStringProperty("output_excerpt", failed.excerpt());
      }
    }
    if (!task.diagnostics().isEmpty()) {
      out.writeName("diagnostics");
      DiagnosticJson.write(task.diagnostics(), out);
    }
    out.writeEndObject();
  }

  private static void write(RunSummary summary, JsonGenerator out) {
    out.writeObjectPropertyStart("summary");
    out.writeNumberProperty("dishes", summary.dishes());
    out.writeNumberProperty("tasks", summary.tasks());
    out.writeNumberProperty("hits", summary.hits());
    out.writeNumberProperty("built", summary.built());
    out.writeNumberProperty("failed", summary.failed());
    out.writeNumberProperty("flaky", summary.flaky());
    out.writeNumberProperty("installs", summary.installs());
    out.writeNumberProperty("install_failures", summary.installFailures());
    // Parts of the published shape that nothing here can make anything but zero.
    out.writeNumberProperty("notify_failures", 0);
    out.writeNumberProperty("deploy_unchanged", 0);
    out.writeNumberProperty("duration_ms", summary.millis());
    out.writeEndObject();
  }
}
