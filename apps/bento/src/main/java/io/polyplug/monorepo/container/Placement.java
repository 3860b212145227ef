package io.polyplug.monorepo.container;

import io.polyplug.monorepo.WorkspaceProblem;
import java.nio.file.Path;
import java.util.Optional;

/** Where the tasks of a workspace really run. */
public sealed interface Placement {
  /** What the key of a task says about it; empty for the host, which a key does not mention. */
  Optional<String> keyValue();

  /** As processes of this machine. */
  record OnHost() implements Placement {
    @Override
    public Optional<String> keyValue() {
      return Optional.empty();
    }
  }

  /**
   * Each in a container of its own.
   *
   * @param runtime the name of the program, for example {@code podman}
   * @param program where it is; absolute
   */
  record InContainer(String runtime, Path program, String image) implements Placement {
    @Override
    public Optional<String> keyValue() {
      return Optional.of(runtime + " " + image);
    }
  }

  /** Nowhere: the workspace wants containers and cannot have them. */
  record Nowhere(WorkspaceProblem problem) implements Placement {
    @Override
    public Optional<String> keyValue() {
      return Optional.empty();
    }
  }
}
