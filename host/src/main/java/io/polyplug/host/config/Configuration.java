package io.polyplug.host.config;

import io.polyplug.host.Contract;
import io.polyplug.host.Grants;
import io.polyplug.host.PluginDefinition;
import io.polyplug.host.PluginInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What the configuration files say, put together: the plugins they bind and what they grant.
 *
 * <p>Of two files that bind the same plugin of the same contract the nearer one counts: a file
 * given by name, then the project's, then the user's.
 *
 * @param plugins in the order of the files
 * @param grants the rules of all trusted files; two for the same plugin narrow each other
 * @param files what was read, nearest first
 * @param disabled names of plugins that the trusted files disable, as {@link DisabledPlugins}
 *     matches them
 */
public record Configuration(
    List<PluginDefinition> plugins, Grants grants, List<Path> files, List<String> disabled) {
  /** No file, no plugin, no rule. */
  public static final Configuration NONE =
      new Configuration(List.of(), Grants.BY_CONTRACT, List.of(), List.of());

  /** One file to read and whether what it names may be run. */
  private record Source(ConfigFile file, boolean trusted) {}

  public Configuration {
    plugins = List.copyOf(plugins);
    files = List.copyOf(files);
    disabled = List.copyOf(disabled);
  }

  /** The same with more names of plugins that are disabled. */
  public Configuration alsoDisabling(List<String> names) {
    List<String> all = new ArrayList<>(disabled);
    all.addAll(names);
    return new Configuration(plugins, grants, files, all);
  }

  /**
   * The file of a project that {@link #forFolder} would read if none is given: the nearest {@code
   * polyplug.toml} at or above the folder, unless it is the user's own. Reads nothing.
   */
  public static Optional<Path> projectFile(Path folder, Folders folders) {
    return ConfigFile.findUpwards(folder).filter(found -> !same(found, folders.userConfig()));
  }

  /** One file, trusted because the caller names it. */
  public static Configuration of(Path file, List<Contract> contracts) {
    return combine(List.of(new Source(ConfigFile.read(file), true)), contracts);
  }

  /**
   * The files that apply in a folder: the given ones, else the nearest {@code polyplug.toml} at or
   * above the folder; then the user's own. The found one runs nothing unless it is trusted.
   */
  public static Configuration forFolder(
      Path folder, List<Path> given, Folders folders, List<Contract> contracts) {
    List<Source> sources = new ArrayList<>();
    for (Path file : given) {
      sources.add(new Source(ConfigFile.read(file), true));
    }
    Path own = folders.userConfig();
    if (given.isEmpty()) {
      projectFile(folder, folders)
          .map(ConfigFile::read)
          .ifPresent(file -> sources.add(new Source(file, isTrusted(file, folders))));
    }
    if (Files.exists(own)) {
      sources.add(new Source(ConfigFile.read(own), true));
    }
    return combine(sources, contracts);
  }

  private static boolean isTrusted(ConfigFile file, Folders folders) {
    try {
      return new TrustStore(folders.state()).trusts(file);
    } catch (IOException e) {
      // Not knowing is not trusting.
      return false;
    }
  }

  private static boolean same(Path one, Path other) {
    try {
      return Files.isSameFile(one, other);
    } catch (IOException e) {
      return false;
    }
  }

  private static Configuration combine(List<Source> sources, List<Contract> contracts) {
    Map<String, Contract> byId =
        contracts.stream().collect(Collectors.toMap(Contract::id, Function.identity()));
    Map<String, PluginDefinition> plugins = new LinkedHashMap<>();
    Map<String, Grants.Rule> rules = new LinkedHashMap<>();
    List<String> disabled = new ArrayList<>();
    for (Source source : sources) {
      Set<String> bound = new HashSet<>();
      ConfigTable root = source.file().root();
      for (ConfigTable table : root.tables("plugin")) {
        PluginDefinition definition = bind(table, byId);
        PluginInfo info = definition.info();
        if (!bound.add(info.qualifiedId())) {
          throw table.mistake("id", "a second plugin " + info.qualifiedId() + " in this file");
        }
        plugins.putIfAbsent(
            info.qualifiedId(),
            source.trusted()
                ? definition
                : new UntrustedDefinition(definition, source.file().file()));
      }
      Map<String, Grants.Rule> here = GrantsTable.read(root);
      List<String> off = root.texts("disabled").orElse(List.of());
      if (source.trusted()) {
        disabled.addAll(off);
        here.forEach((plugin, rule) -> rules.merge(plugin, rule, Grants.Rule::and));
      }
      root.finish();
    }
    return new Configuration(
        List.copyOf(plugins.values()),
        Grants.of(rules),
        sources.stream().map(source -> source.file().file()).toList(),
        disabled);
  }

  private static PluginDefinition bind(ConfigTable table, Map<String, Contract> contracts) {
    String id = table.requiredText("contract");
    Contract contract =
        Optional.ofNullable(contracts.get(id))
            .orElseThrow(
                () ->
                    table.mistake(
                        "contract",
                        "unknown contract \""
                            + id
                            + "\": expected one of "
                            + String.join(", ", new TreeSet<>(contracts.keySet()))));
    PluginDefinition bound = contract.bind(table);
    table.finish();
    return bound;
  }
}
