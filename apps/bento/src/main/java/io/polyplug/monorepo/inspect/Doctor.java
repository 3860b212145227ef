package io.polyplug.monorepo.inspect;

import io.polyplug.monorepo.WorkspaceProblem;
import io.polyplug.monorepo.adapters.AdapterRegistry;
import io.polyplug.monorepo.adapters.UnusedPins;
import io.polyplug.monorepo.config.Bento;
import io.polyplug.monorepo.config.Dish;
import io.polyplug.monorepo.config.Orphans;
import io.polyplug.monorepo.config.ToolPins;
import io.polyplug.monorepo.config.Workspace;
import io.polyplug.monorepo.key.ToolPin;
import io.polyplug.monorepo.plan.GitChanges;
import io.polyplug.monorepo.remote.RemoteCache;
import io.polyplug.monorepo.remote.RemoteCaches;
import io.polyplug.monorepo.run.PinnedFolders;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Looks at everything that a run needs, and changes nothing. Used by one thread. */
public final class Doctor {
  private final List<DoctorCheck> checks = new ArrayList<>();
  private final Map<String, String> environment;
  private final Path home;

  public Doctor(Map<String, String> environment, Path home) {
    this.environment = environment;
    this.home = home;
  }

  /** What was found so far. */
  public List<DoctorCheck> checks() {
    return checks;
  }

  /** Without a workspace, or with one that cannot be read, there is nothing else to look at. */
  public void cannotRead(String name, WorkspaceProblem problem) {
    checks.add(
        DoctorCheck.fail(
            name,
            problem.getMessage() + problem.where().map(where -> " (" + where + ")").orElse("")));
  }

  public void look(Workspace workspace, AdapterRegistry adapters, Path cache, GitChanges git)
      throws InterruptedException {
    checks.add(
        DoctorCheck.ok(
            "config",
            workspace.bentos().size() + " bentos read, " + dishes(workspace).size() + " dishes"));
    pins(workspace, adapters);
    localCache(cache);
    remoteCache(workspace);
    git(git);
    List<String> orphans = Orphans.find(workspace);
    checks.add(
        orphans.isEmpty()
            ? DoctorCheck.ok("workspace.orphan_dishes", "every dish is in a bento")
            : DoctorCheck.warn(
                "workspace.orphan_dishes", "in no bento: " + String.join(", ", orphans)));
  }

  /** One plugin that was started for this. */
  public void plugin(String id, Optional<String> rejected) {
    checks.add(
        rejected.isPresent()
            ? DoctorCheck.fail("plugin." + id, rejected.get())
            : DoctorCheck.ok("plugin." + id, "answers"));
  }

  private static Map<String, Dish> dishes(Workspace workspace) {
    Map<String, Dish> dishes = new TreeMap<>();
    for (Bento bento : workspace.bentos()) {
      for (Dish dish : bento.dishes()) {
        dishes.put(dish.name(), dish);
      }
    }
    return dishes;
  }

  private void pins(Workspace workspace, AdapterRegistry adapters) {
    Map<String, ToolPin> pins = new TreeMap<>();
    collect(workspace.settings().toolchain(), pins);
    for (Dish dish : dishes(workspace).values()) {
      collect(dish.toolchain(), pins);
    }
    if (pins.isEmpty()) {
      checks.add(DoctorCheck.skipped("toolchain", "no version of a tool is pinned"));
    }
    Path tools = PinnedFolders.toolsIn(environment);
    pins.forEach(
        (name, pin) ->
            checks.add(
                PinnedFolders.programs(tools, pin).isPresent()
                    ? DoctorCheck.ok("toolchain." + name, "installed")
                    : DoctorCheck.fail(
                        "toolchain." + name,
                        "not under " + tools + "; the one on the path is used instead")));
    List<String> unused = UnusedPins.find(workspace, adapters);
    checks.add(
        unused.isEmpty()
            ? DoctorCheck.ok("config.toolchain", "every pin is used")
            : DoctorCheck.warn(
                "config.toolchain", "no dish uses the pin of " + String.join(", ", unused)));
  }

  private static void collect(ToolPins pins, Map<String, ToolPin> to) {
    pins.versions()
        .forEach((tool, version) -> to.put(tool + "@" + version, new ToolPin("", tool, version)));
  }

  private void localCache(Path cache) {
    if (!Files.exists(cache)) {
      checks.add(DoctorCheck.warn("cache.local", cache + " is not there yet"));
    } else if (!Files.isDirectory(cache) || !Files.isWritable(cache)) {
      checks.add(DoctorCheck.fail("cache.local", cache + " cannot be written"));
    } else {
      checks.add(DoctorCheck.ok("cache.local", cache.toString()));
    }
  }

  private void remoteCache(Workspace workspace) {
    if (workspace.settings().remote().address().isEmpty()) {
      checks.add(DoctorCheck.skipped("cache.remote", "no remote cache is configured"));
      return;
    }
    try (RemoteCache remote =
        RemoteCaches.open(workspace.settings().remote(), environment, home, _ -> {}, true)
            .orElseThrow()) {
      checks.add(DoctorCheck.ok("cache.remote", remote.address()));
    } catch (WorkspaceProblem e) {
      checks.add(DoctorCheck.fail("cache.remote", String.valueOf(e.getMessage())));
    }
  }

  private void git(GitChanges git) throws InterruptedException {
    boolean repository = git.succeeds("rev-parse", "--is-inside-work-tree");
    checks.add(
        repository
            ? DoctorCheck.ok("git.repo", "a repository of git")
            : DoctorCheck.warn("git.repo", "no repository of git: --since cannot be used"));
    String base = "origin/main";
    checks.add(
        repository && git.succeeds("rev-parse", "--verify", "--quiet", base)
            ? DoctorCheck.ok("git.base_ref", base)
            : DoctorCheck.warn("git.base_ref", "there is no " + base));
  }
}
