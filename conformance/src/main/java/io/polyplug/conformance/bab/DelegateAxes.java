package io.polyplug.conformance.bab;

import io.polyplug.bab.BabManifest;
import io.polyplug.bab.BabPlugin;
import io.polyplug.bab.DelegateFailure;
import io.polyplug.bab.InvalidManifest;
import io.polyplug.bab.ManifestRole;
import io.polyplug.bab.Rehearsal;
import io.polyplug.base.UntrustedText;
import io.polyplug.conformance.Stage;
import io.polyplug.conformance.Verdict;
import io.polyplug.conformance.Violation;
import io.polyplug.host.PluginException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/** What a delegate is made of (sections 4 to 8). */
final class DelegateAxes {
  private DelegateAxes() {}

  static Verdict manifest(Stage stage) {
    manifestOf(stage);
    return Verdict.passed();
  }

  static BabManifest manifestOf(Stage stage) {
    Path folder =
        stage.subject().folder().orElseThrow(() -> new Violation("it has no folder of its own"));
    try {
      return BabManifest.read(folder);
    } catch (InvalidManifest e) {
      throw new Violation("its manifest.yaml: " + e.getMessage());
    }
  }

  /** Loads it as a host does; the caller closes it. */
  static Rehearsal rehearse(Stage stage) {
    manifestOf(stage);
    try {
      return stage.host(builder -> builder).plugins().getFirst().as(BabPlugin.class).rehearse();
    } catch (PluginException | DelegateFailure e) {
      throw new Violation(
          "it cannot be loaded: " + UntrustedText.excerpt(String.valueOf(e.getMessage()), 400));
    }
  }

  static Verdict adapter(Stage stage) {
    try (Rehearsal rehearsal = rehearse(stage)) {
      if (rehearsal.runsItself()) {
        return new Verdict.Passed("its adapter runs the program itself");
      }
      return new Verdict.Passed(
          rehearsal.isScripted() ? "" : "its manifest says what to run, it has no adapter");
    }
  }

  static Verdict roles(Stage stage) {
    BabManifest manifest = manifestOf(stage);
    Set<String> seen = new HashSet<>();
    String note = "";
    try (Rehearsal rehearsal = rehearse(stage)) {
      for (ManifestRole role : manifest.roles()) {
        if (!seen.add(role.name())) {
          note = "of two roles with one name only the first is used";
        }
        try {
          rehearsal.resolve(role.name());
        } catch (DelegateFailure e) {
          throw new Violation(
              "its role %s: %s"
                  .formatted(
                      UntrustedText.excerpt(role.name(), 80),
                      UntrustedText.excerpt(String.valueOf(e.getMessage()), 400)));
        }
      }
    }
    return new Verdict.Passed(note);
  }

  static Verdict run(Stage stage) {
    return new Verdict.Skipped(
        "its program, %s, is not run: nobody knows what it would do"
            .formatted(UntrustedText.excerpt(manifestOf(stage).command(), 80)));
  }
}
