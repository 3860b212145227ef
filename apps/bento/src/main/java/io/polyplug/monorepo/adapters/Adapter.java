package io.polyplug.monorepo.adapters;

import io.polyplug.bento.AdapterTask;
import io.polyplug.bento.DiagnosticHook;
import io.polyplug.bento.Toolchain;
import io.polyplug.monorepo.WorkspaceProblem;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What the orchestrator knows of a language, whether it is built in or a plugin. Safe from any
 * thread. Answers are remembered for the life of this object: a probe runs once.
 */
public interface Adapter {
  String id();

  /** The name under which {@code [toolchain]} tables pin its tool. */
  String toolName();

  /** Globs that are inputs of every task. */
  List<String> fingerprintFiles();

  /** Globs that are never inputs. */
  List<String> derived();

  boolean detects(Path dish);

  /** The tasks of a dish of this language, whose commands may depend on what lies around it. */
  List<AdapterTask> tasks(Path dish);

  /** What the project pins; the problem ends the command. */
  Optional<Toolchain> pin(Path dish) throws WorkspaceProblem;

  /** What is really there, as the tool itself says it. */
  Optional<String> resolvedToolchain();

  /**
   * Whether an answer about the toolchain was lost, so that no key of the dish is to be trusted.
   */
  boolean lostToolchain(Path dish);

  /**
   * Why the dish's dependencies have to be installed before its tasks; empty if they are there.
   *
   * @param programs a folder that comes first on the path of what is run for it
   */
  Optional<String> missingDependencies(Path dish, Optional<Path> programs);

  /**
   * Installs the dish's dependencies, whether or not they are there.
   *
   * @param programs a folder that comes first on the path of what is run; a plugin keeps the path
   *     that it was started with
   */
  void install(Path dish, String dishName, Optional<Path> programs)
      throws InstallFailure, InterruptedException;

  Optional<DiagnosticHook> diagnosticHook(String taskName);
}
