package io.polyplug.host;

import java.nio.file.Path;
import java.util.List;

/**
 * A plugin that a file describes, for {@link Plugin#as}. Starts nothing and writes nothing. Safe
 * from any thread.
 */
public interface ManifestedPlugin {
  /** The file that its contract has read, directly in the plugin's folder. */
  Path manifestFile();

  /** How it is written: {@code json}, {@code toml} or {@code yaml}. */
  String manifestFormat();

  /**
   * What its contract would say if this text were in the file: nothing if all is well. Only the
   * text is looked at; of many problems the first are told.
   */
  List<ManifestProblem> manifestProblems(String text);
}
