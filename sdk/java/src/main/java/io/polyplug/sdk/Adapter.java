package io.polyplug.sdk;

import io.polyplug.sdk.internal.AdapterParts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * What a monorepo tool asks of a language: which folders are of it, what their tasks are, how they
 * are made ready. A handler that is not given is a capability that the adapter does not have.
 * Handlers are called one at a time. Used by one thread until the plugin is served.
 */
public final class Adapter {
  /** A tool and the version of it that a project pins. */
  public record Toolchain(String tool, String version) {}

  /** A project that is to be made ready. */
  public record Dish(Path dir, String name) {}

  /** What a task printed that failed, and how it ended. */
  public record Output(
      String task, String stdout, String stderr, int exitStatus, Path dir, Path workspace) {}

  /** How bad a finding is. */
  public enum Severity {
    ERROR,
    WARNING,
    INFO,
    HINT
  }

  /**
   * One finding of a tool.
   *
   * @param file relative to the workspace
   * @param line from 1
   * @param source the tool
   */
  public record Diagnostic(
      String file,
      int line,
      OptionalInt column,
      OptionalInt endLine,
      OptionalInt endColumn,
      Severity severity,
      String message,
      Optional<String> rule,
      String source) {
    /** One that names a line and nothing more. */
    public Diagnostic(String file, int line, Severity severity, String message, String source) {
      this(
          file,
          line,
          OptionalInt.empty(),
          OptionalInt.empty(),
          OptionalInt.empty(),
          severity,
          message,
          Optional.empty(),
          source);
    }
  }

  /** Says something of a folder. */
  @FunctionalInterface
  public interface OfFolder<T> {
    T answer(Path dir, AdapterCall call) throws Exception;
  }

  /** Says which toolchain is there. */
  @FunctionalInterface
  public interface Fingerprint {
    Optional<String> answer(AdapterCall call) throws Exception;
  }

  /** Makes a project ready. */
  @FunctionalInterface
  public interface Install {
    void run(Dish dish, AdapterCall call) throws Exception;
  }

  /** Finds diagnostics in an output. */
  @FunctionalInterface
  public interface Diagnostics {
    List<Diagnostic> parse(Output output, AdapterCall call) throws Exception;
  }

  private final String displayName;
  private final List<String> fingerprintFiles = new ArrayList<>();
  private final List<AdapterParts.Task> tasks = new ArrayList<>();
  private final Map<String, AdapterParts.Hook> hooks = new LinkedHashMap<>();
  private @Nullable OfFolder<Boolean> detect;
  private @Nullable OfFolder<Optional<Toolchain>> requiredToolchain;
  private @Nullable Fingerprint fingerprint;
  private @Nullable Install install;
  private @Nullable Diagnostics diagnostics;

  private Adapter(String displayName) {
    this.displayName = displayName;
  }

  /** An adapter for the language that people call this. */
  public static Adapter called(String displayName) {
    return new Adapter(displayName);
  }

  /** Files, relative to a project, that every result depends on. */
  public Adapter fingerprintFiles(String... globs) {
    fingerprintFiles.addAll(List.of(globs));
    return this;
  }

  /** A task of every project: a shell command that depends on these files. */
  public Adapter task(String name, String command, String... inputs) {
    tasks.add(new AdapterParts.Task(name, command, List.of(inputs), Optional.empty()));
    return this;
  }

  /** As {@link #task(String, String, String...)}, with what it makes. */
  public Adapter task(String name, String command, List<String> inputs, List<String> outputs) {
    tasks.add(
        new AdapterParts.Task(
            name, command, List.copyOf(inputs), Optional.of(List.copyOf(outputs))));
    return this;
  }

  /** Whether a folder is of this language; looks for marker files and opens no sources. */
  public Adapter detect(OfFolder<Boolean> handler) {
    detect = handler;
    return this;
  }

  /** What a project pins, if anything. */
  public Adapter requiredToolchain(OfFolder<Optional<Toolchain>> handler) {
    requiredToolchain = handler;
    return this;
  }

  /** What is installed, as the tool itself tells. */
  public Adapter fingerprint(Fingerprint handler) {
    fingerprint = handler;
    return this;
  }

  /** Makes a project ready. */
  public Adapter install(Install handler) {
    install = handler;
    return this;
  }

  /** Has a failed task run again with these arguments, for {@link #diagnostics} to parse. */
  public Adapter rerunWith(String task, String... args) {
    hooks.put(task, new AdapterParts.Hook(List.of(args), Optional.empty(), "plugin"));
    return this;
  }

  /**
   * Has another command run after a failed task.
   *
   * @param parser {@code plugin}, or one that the host has: {@code cargo-message}, {@code
   *     golangci-lint}, {@code eslint}, {@code ruff}
   */
  public Adapter rerunAs(String task, String command, String parser) {
    hooks.put(task, new AdapterParts.Hook(List.of(), Optional.of(command), parser));
    return this;
  }

  /** Finds diagnostics in what {@link #rerunWith} or {@link #rerunAs} gave. */
  public Adapter diagnostics(Diagnostics handler) {
    diagnostics = handler;
    return this;
  }

  AdapterParts parts() {
    return new AdapterParts(
        displayName,
        List.copyOf(fingerprintFiles),
        List.copyOf(tasks),
        new LinkedHashMap<>(hooks),
        detect,
        requiredToolchain,
        fingerprint,
        install,
        diagnostics);
  }
}
