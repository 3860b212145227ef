package io.polyplug.ainb;

import io.polyplug.process.LaunchDiagnosis;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Looks at a plugin's folder as its author would want it looked at: everything that keeps it from
 * working, and everything that does not do what it seems to. Starts nothing; safe from any thread.
 */
public final class AinbLint {
  /** How bad a finding is. */
  public enum Severity {
    /** The plugin cannot be used. */
    ERROR,
    /** It can, but not all of it does what it seems to. */
    WARNING
  }

  /**
   * One thing that was found.
   *
   * @param sentence safe to show
   */
  public record Finding(Severity severity, String sentence) {}

  private AinbLint() {}

  /** What was found, errors first; nothing if all is well. */
  public static List<Finding> lint(Path given) {
    Path folder = given.toAbsolutePath().normalize();
    ManifestReading reading = ManifestReader.read(folder);
    List<String> errors = new ArrayList<>();
    List<String> warnings = new ArrayList<>(reading.warnings());
    switch (reading) {
      case ManifestReading.Good(Manifest manifest, List<String> _) ->
          warnings.addAll(ManifestLint.of(manifest));
      case ManifestReading.Bad bad -> errors.addAll(bad.problems());
    }
    // A valid name is the folder's, so the program is known even if the manifest is not valid.
    LaunchDiagnosis.examineFile(folder.resolve(String.valueOf(folder.getFileName())))
        .ifPresent(problem -> errors.add(problem.getMessage()));
    List<Finding> findings = new ArrayList<>();
    errors.forEach(sentence -> findings.add(new Finding(Severity.ERROR, sentence)));
    warnings.forEach(sentence -> findings.add(new Finding(Severity.WARNING, sentence)));
    return findings;
  }
}
