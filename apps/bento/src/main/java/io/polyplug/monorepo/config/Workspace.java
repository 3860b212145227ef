package io.polyplug.monorepo.config;

import java.nio.file.Path;
import java.util.List;

/**
 * All of a workspace's configuration.
 *
 * @param root canonical
 * @param bentos by name
 */
public record Workspace(Path root, RepositorySettings settings, List<Bento> bentos) {
  public Workspace {
    bentos = List.copyOf(bentos);
  }
}
