package io.polyplug.bab;

import io.polyplug.base.Clock;
import io.polyplug.base.UntrustedText;
import io.polyplug.process.Environment;
import io.polyplug.process.ProgramLookup;
import io.polyplug.process.Spawner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * The folder of installed plugins: adds what a git repository holds, and removes (section 18).
 * Prints nothing and asks nobody but the callbacks. Safe from any thread, though two that change
 * the same plugin at once may both be told that it failed.
 */
public final class DelegateStore {
  /** What a user has to know before saying yes. */
  public static final String WARNING =
      "Adapters are trusted code: they run with all of your rights and see all of your files.";

  /** For a host that cannot ask. */
  public static final String CONFIRMATION_REQUIRED =
      "Confirmation required in non-interactive mode; re-run with --yes";

  private final Settings settings;
  private final GitCheckout git;

  /**
   * What a store works with.
   *
   * @param plugins the folder of installed plugins; made when it is needed
   * @param bundled ids that cannot be installed or removed
   * @param version of the program that installs, for the note it leaves
   * @param environment what git sees
   */
  public record Settings(
      Path plugins,
      Set<String> bundled,
      String version,
      ProgramLookup programs,
      Environment environment,
      Spawner spawner,
      Clock clock) {
    public Settings {
      plugins = plugins.toAbsolutePath().normalize();
      bundled = Set.copyOf(bundled);
    }
  }

  /** One plugin that would be or was installed. */
  public record Target(String id, String name, String version, String subfolder, Path path) {}

  /** What is about to be installed. */
  public record AddPlan(PluginSource source, String commit, List<Target> targets) {
    public AddPlan {
      targets = List.copyOf(targets);
    }
  }

  public DelegateStore(Settings settings) {
    this.settings = settings;
    this.git =
        new GitCheckout(
            settings.programs(), settings.environment(), settings.spawner(), settings.clock());
  }

  /**
   * Installs every plugin of a repository, or none.
   *
   * @param confirm asked once everything was checked
   * @return what was installed; nothing if it was not confirmed
   */
  public List<Target> add(String source, Predicate<AddPlan> confirm)
      throws StoreFailure, InterruptedException {
    PluginSource from = PluginSource.parse(source);
    try {
      Path work = Files.createTempDirectory("polyplug-add-");
      try {
        Path checkout = git.get(from, work.resolve("shallow"), work.resolve("whole"));
        String commit = git.commit(from, checkout);
        List<FoundPlugin> found = FoundPlugin.in(checkout);
        AddPlan plan = new AddPlan(from, commit, targets(found));
        if (!confirm.test(plan)) {
          return List.of();
        }
        new Installation(settings, plan).install(found);
        return plan.targets();
      } finally {
        PluginCopy.delete(work);
      }
    } catch (IOException e) {
      throw new StoreFailure("The plugin was not installed: " + shown(e), e);
    }
  }

  private List<Target> targets(List<FoundPlugin> found) throws StoreFailure {
    Set<String> ids = new HashSet<>();
    for (FoundPlugin plugin : found) {
      String id = plugin.manifest().id();
      if (!ids.add(id)) {
        throw new StoreFailure("The repository has two plugins with the id \"" + id + "\"");
      }
      if (settings.bundled().contains(id)) {
        throw new StoreFailure("Plugin \"" + id + "\" is bundled and cannot be replaced");
      }
      Optional<Path> installed = installed(id);
      if (installed.isPresent()) {
        throw new StoreFailure(
            "Plugin \"%s\" is already installed at %s".formatted(id, shown(installed.get())));
      }
    }
    return found.stream().map(this::target).toList();
  }

  private Target target(FoundPlugin plugin) {
    BabManifest manifest = plugin.manifest();
    return new Target(
        manifest.id(),
        manifest.name(),
        manifest.version(),
        plugin.subfolder(),
        settings.plugins().resolve(manifest.id()));
  }

  /** Where a plugin of this id is: by the name of its folder, else by its manifest. */
  private Optional<Path> installed(String id) {
    Path named = settings.plugins().resolve(id);
    return Files.exists(named, LinkOption.NOFOLLOW_LINKS)
        ? Optional.of(named)
        : InstalledPlugins.byManifest(settings.plugins(), id);
  }

  /**
   * Removes an installed plugin.
   *
   * @param confirm asked with its folder once it was found
   * @return whether it was removed; false if it was not confirmed
   */
  public boolean remove(String id, Predicate<Path> confirm) throws StoreFailure {
    if (settings.bundled().contains(id)) {
      throw new StoreFailure("cannot remove bundled plugin");
    }
    if (!InstalledPlugins.isId(id)) {
      throw notFound(id);
    }
    Path folder = installed(id).orElseThrow(() -> notFound(id));
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      throw new StoreFailure(
          shown(folder) + " is a link or a file and not a plugin's folder; remove it by hand");
    }
    if (!confirm.test(folder)) {
      return false;
    }
    try {
      // Under a name that is passed over, so that nobody loads half a plugin.
      Path leaving =
          settings.plugins().resolve(Installation.STAGING + id + '-' + UUID.randomUUID());
      Files.move(folder, leaving);
      PluginCopy.delete(leaving);
      return true;
    } catch (IOException e) {
      throw new StoreFailure("Plugin \"" + id + "\" was not removed: " + shown(e), e);
    }
  }

  private static StoreFailure notFound(String id) {
    return new StoreFailure("Installed plugin not found: " + UntrustedText.excerpt(id, 100));
  }

  private static String shown(Object text) {
    return UntrustedText.escape(text.toString());
  }
}
