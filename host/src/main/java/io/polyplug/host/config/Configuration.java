package io.polyplug.host.config;

import io.polyplug.host.Contract;
import io.polyplug.host.Discovered;
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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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
 * @param invalid what files of contracts' own bind wrongly
 */
public record Configuration(
    List<PluginDefinition> plugins,
    Grants grants,
    List<Path> files,
    List<String> disabled,
    List<Discovered.Invalid> invalid) {
  /** No file, no plugin, no rule. */
  public static final Configuration NONE =
      new Configuration(List.of(), Grants.BY_CONTRACT, List.of(), List.of(), List.of());

  /**
   * One file to read.
   *
   * @param trusted whether what it names may be run
   * @param store where trust of what it names has to be looked up; null if it was given by name
   */
  private record Source(ConfigFile file, boolean trusted, @Nullable TrustStore store) {
    static Source given(ConfigFile file) {
      return new Source(file, true, null);
    }

    /** A file that was found cannot vouch for another, whose content may change without its own. */
    @Nullable Path missing(Path named, byte[] content) {
      if (!trusted) {
        return file.file();
      }
      return store == null || isTrusted(store, named, content) ? null : named;
    }
  }

  public Configuration {
    plugins = List.copyOf(plugins);
    files = List.copyOf(files);
    disabled = List.copyOf(disabled);
    invalid = List.copyOf(invalid);
  }

  /** The same with more names of plugins that are disabled. */
  public Configuration alsoDisabling(List<String> names) {
    List<String> all = new ArrayList<>(disabled);
    all.addAll(names);
    return new Configuration(plugins, grants, files, all, invalid);
  }

  /**
   * The file of a project that {@link #forFolder} would read if none is given: the nearest {@code
   * polyplug.toml} at or above the folder, unless it is the user's own. Reads nothing.
   */
  public static Optional<Path> projectFile(Path folder, Folders folders) {
    return ConfigFile.findUpwards(folder).filter(found -> !same(found, folders.userConfig()));
  }

  /**
   * All files that {@link #forFolder} would find if none is given, the user's own left out: that
   * one, and the nearest files of contracts' own. Reads nothing.
   */
  public static List<Path> projectFiles(Path folder, Folders folders, List<Contract> contracts) {
    List<Path> files = new ArrayList<>();
    projectFile(folder, folders).ifPresent(files::add);
    contracts.forEach(contract -> files.addAll(BindingFiles.findUpwards(contract, folder)));
    return files;
  }

  /** One file, trusted because the caller names it. */
  public static Configuration of(Path file, List<Contract> contracts) {
    return combine(List.of(Source.given(ConfigFile.read(file))), new BindingFiles(), contracts);
  }

  /**
   * The files that apply in a folder: the given ones, else the nearest {@code polyplug.toml} at or
   * above the folder and the nearest files of contracts' own; then the user's own. The found ones
   * run nothing unless they are trusted.
   */
  public static Configuration forFolder(
      Path folder, List<Path> given, Folders folders, List<Contract> contracts) {
    List<Source> sources = new ArrayList<>();
    for (Path file : given) {
      sources.add(Source.given(ConfigFile.read(file)));
    }
    Path own = folders.userConfig();
    BindingFiles found = new BindingFiles();
    if (given.isEmpty()) {
      TrustStore store = new TrustStore(folders.state());
      projectFile(folder, folders)
          .map(ConfigFile::read)
          .ifPresent(
              file ->
                  sources.add(
                      new Source(file, isTrusted(store, file.file(), file.content()), store)));
      for (Contract contract : contracts) {
        for (Path file : BindingFiles.findUpwards(contract, folder)) {
          found.read(contract, file, (it, content) -> isTrusted(store, it, content) ? null : it);
        }
      }
    }
    if (Files.exists(own)) {
      sources.add(Source.given(ConfigFile.read(own)));
    }
    return combine(sources, found, contracts);
  }

  private static boolean isTrusted(TrustStore store, Path file, byte[] content) {
    try {
      return store.trusts(file, content);
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

  /** What was found beside the files is nearer than what they name, and further than they. */
  private static Configuration combine(
      List<Source> sources, BindingFiles found, List<Contract> contracts) {
    Map<String, Contract> byId =
        contracts.stream().collect(Collectors.toMap(Contract::id, Function.identity()));
    Map<String, PluginDefinition> plugins = new LinkedHashMap<>();
    Map<String, Grants.Rule> rules = new LinkedHashMap<>();
    List<String> disabled = new ArrayList<>();
    List<Discovered.Invalid> invalid = new ArrayList<>(found.invalid());
    List<Path> files = new ArrayList<>(sources.stream().map(it -> it.file().file()).toList());
    files.addAll(found.files());
    BindingFiles named = new BindingFiles();
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
      contracts.stream()
          .filter(contract -> !contract.bindingFiles().isEmpty())
          .forEach(contract -> readNamed(contract, source, named));
      Map<String, Grants.Rule> here = GrantsTable.read(root);
      List<String> off = root.texts("disabled").orElse(List.of());
      if (source.trusted()) {
        disabled.addAll(off);
        here.forEach((plugin, rule) -> rules.merge(plugin, rule, Grants.Rule::and));
      }
      root.finish();
    }
    invalid.addAll(named.invalid());
    files.addAll(named.files());
    Stream.concat(found.plugins().stream(), named.plugins().stream())
        .forEach(it -> plugins.putIfAbsent(it.info().qualifiedId(), it));
    return new Configuration(
        List.copyOf(plugins.values()), Grants.of(rules), files, disabled, invalid);
  }

  private static void readNamed(Contract contract, Source source, BindingFiles into) {
    Optional<ConfigTable> table = source.file().root().table(contract.id());
    if (table.isPresent()) {
      List<Path> files = contract.namedFiles(table.get());
      table.get().finish();
      files.forEach(file -> into.read(contract, file, source::missing));
    }
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
