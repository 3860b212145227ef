package io.polyplug.host.config;

import io.polyplug.host.Contract;
import io.polyplug.host.Discovered;
import io.polyplug.host.PluginDefinition;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Reads files of contracts' own that bind plugins. One that cannot be read, or an entry that is
 * wrong, spoils nothing else. Used by one thread.
 */
final class BindingFiles {
  /** Says whether what a file with this content names may be run. */
  interface Trust {
    /** The file that has to be trusted first; null if nothing has to. */
    @Nullable Path missing(Path file, byte[] content);
  }

  private final List<PluginDefinition> plugins = new ArrayList<>();
  private final List<Discovered.Invalid> invalid = new ArrayList<>();
  private final List<Path> read = new ArrayList<>();

  /** The nearest file of each of the contract's names at or above a folder. */
  static List<Path> findUpwards(Contract contract, Path folder) {
    List<Path> found = new ArrayList<>();
    for (String name : contract.bindingFiles()) {
      Path at = folder.toAbsolutePath().normalize();
      while (at != null && !Files.exists(at.resolve(name), LinkOption.NOFOLLOW_LINKS)) {
        at = at.getParent();
      }
      if (at != null) {
        found.add(at.resolve(name));
      }
    }
    return found;
  }

  void read(Contract contract, Path given, Trust trust) {
    Path file = given.toAbsolutePath().normalize();
    byte[] content;
    try {
      content = TomlDocument.bytes(file);
    } catch (ConfigMistake mistake) {
      invalid.add(new Discovered.Invalid(contract.id(), file, mistake.problem()));
      return;
    }
    read.add(file);
    Path missing = trust.missing(file, content);
    UnaryOperator<PluginDefinition> asTrusted =
        missing == null ? it -> it : it -> new UntrustedDefinition(it, missing);
    for (Discovered discovered : contract.bindFile(file, content)) {
      switch (discovered) {
        case Discovered.Found(PluginDefinition definition) ->
            plugins.add(asTrusted.apply(definition));
        case Discovered.Invalid bad -> invalid.add(bad);
      }
    }
  }

  List<PluginDefinition> plugins() {
    return plugins;
  }

  List<Discovered.Invalid> invalid() {
    return invalid;
  }

  /** What was read. */
  List<Path> files() {
    return read;
  }
}
