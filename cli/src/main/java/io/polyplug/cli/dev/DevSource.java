package io.polyplug.cli.dev;

import io.polyplug.conformance.FolderPlugins;
import io.polyplug.conformance.NoSubject;
import io.polyplug.conformance.Subjects;
import io.polyplug.host.Contract;
import io.polyplug.host.Discovered;
import io.polyplug.host.Grants;
import io.polyplug.host.PluginDefinition;
import io.polyplug.host.config.ConfigFile;
import io.polyplug.host.config.ConfigMistake;
import io.polyplug.host.config.Configuration;
import io.polyplug.host.config.TomlDocument;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What is run: the plugins of a folder, or a command. Reading it starts no plugin of a folder;
 * whoever names it trusts it. A mistake is thrown with its place.
 */
public sealed interface DevSource {
  /** What is there now. */
  Configuration read(List<Contract> contracts);

  /**
   * The plugins of a folder: those that its {@code polyplug.toml} binds; else those whose manifests
   * it has; else those that a file of a contract's own binds there.
   *
   * @param only of this contract alone
   */
  record Folder(Path folder, Optional<String> only) implements DevSource {
    @Override
    public Configuration read(List<Contract> contracts) {
      Path file = folder.resolve(ConfigFile.NAME);
      if (Files.isRegularFile(file)) {
        return bound(file, contracts);
      }
      List<PluginDefinition> plugins = new ArrayList<>();
      for (Discovered found : discovered(contracts)) {
        switch (found) {
          case Discovered.Found(PluginDefinition plugin) -> plugins.add(plugin);
          case Discovered.Invalid(String _, Path place, String reason) ->
              throw new ConfigMistake(place, 0, "", reason);
        }
      }
      return DevSource.of(plugins);
    }

    private Configuration bound(Path file, List<Contract> contracts) {
      Configuration read = Configuration.of(file, contracts);
      for (Discovered.Invalid bad : read.invalid()) {
        throw new ConfigMistake(bad.folder(), 0, "", bad.reason());
      }
      List<PluginDefinition> plugins =
          read.plugins().stream()
              .filter(it -> only.isEmpty() || it.info().contract().equals(only.get()))
              .toList();
      if (plugins.isEmpty()) {
        throw new ConfigMistake(
            file, 0, "", "it binds no plugin" + only.map(it -> " of " + it).orElse(""));
      }
      return new Configuration(plugins, read.grants(), read.files(), List.of(), List.of());
    }

    private List<Discovered> discovered(List<Contract> contracts) {
      try {
        return new FolderPlugins(contracts)
            .in(folder, only).stream().map(FolderPlugins.Found::plugin).toList();
      } catch (NoSubject none) {
        List<Discovered> named = named(contracts);
        if (named.isEmpty()) {
          throw none;
        }
        return named;
      }
    }

    private List<Discovered> named(List<Contract> contracts) {
      List<Discovered> found = new ArrayList<>();
      for (Contract contract : contracts) {
        for (String name : contract.bindingFiles()) {
          Path file = folder.resolve(name);
          if (Files.isRegularFile(file) && only.map(it -> it.equals(contract.id())).orElse(true)) {
            found.addAll(contract.bindFile(file, TomlDocument.bytes(file)));
          }
        }
      }
      return found;
    }
  }

  /** A command of a contract, run in a folder. It is started once more to learn its name. */
  final class Command implements DevSource {
    private final Subjects subjects;
    private final String contract;
    private final List<String> words;
    private final Path folder;
    private Optional<PluginDefinition> last = Optional.empty();

    public Command(Subjects subjects, String contract, List<String> words, Path folder) {
      this.subjects = subjects;
      this.contract = contract;
      this.words = List.copyOf(words);
      this.folder = folder;
    }

    @Override
    public synchronized Configuration read(List<Contract> contracts) {
      PluginDefinition now = subjects.definitionOf(contract, words, folder, last);
      last = Optional.of(now);
      return DevSource.of(List.of(now));
    }
  }

  private static Configuration of(List<PluginDefinition> plugins) {
    return new Configuration(plugins, Grants.BY_CONTRACT, List.of(), List.of(), List.of());
  }
}
