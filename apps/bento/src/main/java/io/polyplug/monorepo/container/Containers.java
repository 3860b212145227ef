package io.polyplug.monorepo.container;

import io.polyplug.base.Clock;
import io.polyplug.base.UntrustedText;
import io.polyplug.monorepo.ProblemKind;
import io.polyplug.monorepo.WorkspaceProblem;
import io.polyplug.monorepo.config.RepositorySettings.ContainerMode;
import io.polyplug.process.Environment;
import io.polyplug.process.ProgramLookup;
import io.polyplug.process.Spawner;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Decides whether tasks run in containers, and makes those that do. Safe from any thread. Which
 * runtime works is found out once, and only if it matters.
 */
public final class Containers {
  /** Where the dish is inside of a container: the folder of this name under its root. */
  public static final String MOUNT = "/" + "work";

  /** Said once if plugins are loaded while tasks always run in containers. */
  public static final String PLUGINS_RUN_ON_THE_HOST =
      "container = \"always\" holds for tasks only: plugins run on the host.";

  private final RuntimeProbe probe;
  private final RuntimeCommands commands;
  private final Environment environment;
  private final Supplier<String> names;
  private final Consumer<String> warnings;

  /**
   * Containers of the runtimes on a search path.
   *
   * @param environment the host's variables: those of the runtime's process, and the only source of
   *     values for tasks
   * @param warnings takes a sentence, from any thread
   */
  public Containers(
      ProgramLookup programs,
      Environment environment,
      Spawner spawner,
      Clock clock,
      Consumer<String> warnings) {
    this(
        programs,
        environment,
        spawner,
        clock,
        warnings,
        () -> "polyplug-" + UUID.randomUUID().toString());
  }

  Containers(
      ProgramLookup programs,
      Environment environment,
      Spawner spawner,
      Clock clock,
      Consumer<String> warnings,
      Supplier<String> names) {
    this.commands = new RuntimeCommands(environment, spawner, clock);
    this.probe = new RuntimeProbe(programs, commands);
    this.environment = environment;
    this.names = names;
    this.warnings = warnings;
  }

  /** Where tasks run under these settings. */
  public Placement place(ContainerMode mode, Optional<String> image) throws InterruptedException {
    return switch (mode) {
      case NEVER -> new Placement.OnHost();
      case AUTO -> image.isEmpty() ? new Placement.OnHost() : place(image.get(), false);
      case ALWAYS ->
          image.isEmpty()
              ? nowhere(
                  "container = \"always\" needs an image, and none is set",
                  "Set image in [execution] of bento.toml.")
              : place(image.get(), true);
    };
  }

  private Placement place(String image, boolean always) throws InterruptedException {
    if (!isName(image)) {
      return nowhere(
          "\"" + UntrustedText.excerpt(image, 200) + "\" cannot be the name of an image",
          "Set image in [execution] of bento.toml to a name such as debian:12.");
    }
    Optional<RuntimeProbe.Found> found = probe.find();
    if (found.isPresent()) {
      return new Placement.InContainer(found.get().name(), found.get().program(), image);
    }
    return always
        ? nowhere(
            "container = \"always\" needs docker, podman or nerdctl, and none of them works",
            "Install one of them, or set container = \"auto\" to run on the host without.")
        : new Placement.OnHost();
  }

  /** Whether a runtime takes it for an image; what begins with a dash it takes for an option. */
  private static boolean isName(String image) {
    for (int i = 0; i < image.length(); i++) {
      if (image.charAt(i) <= ' ' || image.charAt(i) == 0x7F) {
        return false;
      }
    }
    return !image.isEmpty() && image.charAt(0) != '-';
  }

  private static Placement nowhere(String message, String hint) {
    return new Placement.Nowhere(
        new WorkspaceProblem(
            ProblemKind.CONFIG_INVALID,
            message,
            Optional.of("bento.toml, [execution]"),
            Optional.of(hint),
            List.of()));
  }

  /**
   * A task, or its re-run for diagnostics, in a container of its own, which does not exist yet.
   *
   * @param dish its folder, absolute
   * @param run the shell command
   * @param env names of variables that the task is to have if the host has them
   */
  public ContainerTask task(Placement.InContainer place, Path dish, String run, List<String> env)
      throws WorkspaceProblem {
    String name = names.get();
    List<String> arguments =
        RunArguments.of(name, UserIds.ofThisProcess(), dish, place.image(), run, set(env));
    return new ContainerTask(place, name, dish, arguments, environment, commands, warnings);
  }

  private List<String> set(List<String> env) {
    return env.stream()
        .distinct()
        // Podman takes FOO* for all variables that begin so.
        .filter(name -> name.indexOf('*') < 0 && environment.variables().containsKey(name))
        .toList();
  }
}
