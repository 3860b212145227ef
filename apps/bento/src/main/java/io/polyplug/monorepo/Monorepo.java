package io.polyplug.monorepo;

import io.polyplug.host.GuardedStarts;
import io.polyplug.host.config.Folders;
import io.polyplug.monorepo.adapters.Adapter;
import io.polyplug.monorepo.config.Dish;
import io.polyplug.monorepo.config.OrphanSearch;
import io.polyplug.monorepo.config.Orphans;
import io.polyplug.monorepo.config.PluginsTable;
import io.polyplug.monorepo.config.RepositorySettings.ContainerMode;
import io.polyplug.monorepo.config.Workspace;
import io.polyplug.monorepo.config.WorkspaceReader;
import io.polyplug.monorepo.config.WorkspaceRoot;
import io.polyplug.monorepo.container.Containers;
import io.polyplug.monorepo.container.Placement;
import io.polyplug.monorepo.files.Looks;
import io.polyplug.monorepo.inspect.ArtifactsAnswer;
import io.polyplug.monorepo.inspect.GraphAnswer;
import io.polyplug.monorepo.inspect.InventoryAnswer;
import io.polyplug.monorepo.inspect.NewDish;
import io.polyplug.monorepo.key.KeyMemory;
import io.polyplug.monorepo.memory.WorkspaceMemory;
import io.polyplug.monorepo.plan.GitChanges;
import io.polyplug.monorepo.plan.Plan;
import io.polyplug.monorepo.plan.Planner;
import io.polyplug.monorepo.plan.Preparation;
import io.polyplug.monorepo.plan.PreparedDish;
import io.polyplug.monorepo.plan.Selection;
import io.polyplug.monorepo.plan.WorkspaceKeys;
import io.polyplug.monorepo.run.AdHocRun;
import io.polyplug.monorepo.run.BentoRun;
import io.polyplug.monorepo.run.CachedResults;
import io.polyplug.monorepo.run.Executor;
import io.polyplug.monorepo.run.HookDiagnostics;
import io.polyplug.monorepo.run.PlacedCommands;
import io.polyplug.monorepo.run.RunListener;
import io.polyplug.monorepo.run.RunOptions;
import io.polyplug.monorepo.run.RunReport;
import io.polyplug.monorepo.store.LocalStore;
import io.polyplug.process.Environment;
import io.polyplug.process.Spawner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A workspace, opened for one command: what is to be done in it, and doing that.
 *
 * <pre>{@code
 * try (Monorepo repo = Monorepo.open(options, Needs.KEYS)) {
 *   Plan plan = repo.plan(Optional.empty(), Optional.empty(), false);
 * }
 * }</pre>
 *
 * <p>Used by one thread, but for {@link #cancel}. Closing ends the plugins and every process that
 * was started.
 */
public final class Monorepo implements AutoCloseable {
  /** What a command needs of a workspace; each needs what comes before it, too. */
  public enum Needs {
    /** What its files say; nothing is started. */
    CONFIGURATION,
    /** The languages of dishes: plugins are started. */
    LANGUAGES,
    /** The keys of tasks: files are looked at. */
    KEYS
  }

  private final MonorepoOptions options;
  private final Environment environment;
  private final GuardedStarts spawner;
  private final Workspace workspace;
  private final Languages languages;
  private final LocalStore store;
  private final Preparation preparation;
  private final KeyMemory memory;
  private final Optional<WorkspaceMemory> known;
  private final TaskPlaces places;
  private final Cancellation cancellation;

  private Monorepo(
      MonorepoOptions options,
      Environment environment,
      GuardedStarts spawner,
      Workspace workspace,
      Languages languages,
      KeyMemory memory,
      Optional<WorkspaceMemory> known) {
    this.options = options;
    this.environment = environment;
    this.spawner = spawner;
    this.workspace = workspace;
    this.languages = languages;
    this.store = new LocalStore(LocalStore.rootIn(options.environment()), options.clock());
    this.memory = memory;
    this.known = known;
    this.preparation =
        new Preparation(languages.registry(), known.map(WorkspaceMemory::dishes).orElse(Map.of()));
    this.places = new TaskPlaces(options, environment, spawner, workspace);
    this.cancellation = new Cancellation(options.clock());
  }

  /** Finds and reads a workspace. */
  public static Monorepo open(MonorepoOptions options, Needs needs) throws WorkspaceProblem {
    Path root = root(options);
    KeyMemory memory = memory(options, root, needs);
    int processors = Runtime.getRuntime().availableProcessors();
    Optional<WorkspaceMemory> known =
        needs == Needs.KEYS
            ? Optional.of(
                WorkspaceMemory.open(
                    LocalStore.rootIn(options.environment()), root, processors, options.clock()))
            : Optional.empty();
    Looks looks = known.map(WorkspaceMemory::looks).orElseGet(Looks::unnoted);
    Optional<Workspace> remembered = known.flatMap(WorkspaceMemory::workspace);
    Optional<PluginsTable> wanted =
        needs == Needs.CONFIGURATION ? Optional.empty() : Optional.of(plugins(root, remembered));
    Environment environment = Environment.empty().withAll(options.environment());
    GuardedStarts spawner = spawner(options);
    Languages languages = Languages.start(options, environment, spawner, wanted, looks);
    try {
      Workspace workspace =
          remembered.isPresent() ? remembered.get() : WorkspaceReader.read(root, processors, looks);
      return new Monorepo(options, environment, spawner, workspace, languages, memory, known);
    } catch (WorkspaceProblem | RuntimeException | Error e) {
      languages.close();
      spawner.close();
      throw e;
    }
  }

  /** What is not wanted has to be known before anything is started, and nothing else has to. */
  private static PluginsTable plugins(Path root, Optional<Workspace> remembered)
      throws WorkspaceProblem {
    return remembered.isPresent()
        ? PluginsTable.of(remembered.get().settings())
        : PluginsTable.read(root);
  }

  /** Files are looked at while configuration is read: nobody has to wait for either. */
  private static KeyMemory memory(MonorepoOptions options, Path root, Needs needs) {
    if (needs != Needs.KEYS) {
      return KeyMemory.forgetful(options.clock());
    }
    Path cache = LocalStore.rootIn(options.environment());
    Optional<KeyMemory> early = EarlyLook.take(root, cache);
    if (early.isPresent()) {
      return early.get();
    }
    KeyMemory memory = KeyMemory.open(cache, root, options.clock());
    Thread.ofPlatform().daemon().name("bento-look-ahead").start(memory::lookAhead);
    return memory;
  }

  static Path root(MonorepoOptions options) throws WorkspaceProblem {
    return root(options.workspace().map(Path::toString), options.environment(), options.folder());
  }

  static Path root(Optional<String> named, Map<String, String> environment, Path folder)
      throws WorkspaceProblem {
    return WorkspaceRoot.find(named, environment, folder);
  }

  static GuardedStarts spawner(MonorepoOptions options) {
    return new GuardedStarts(
        Spawner::platform, Optional.of(Folders.of(options.environment()).state()));
  }

  public Workspace workspace() {
    return workspace;
  }

  public MonorepoLog log() {
    return options.log();
  }

  /**
   * What a run would do now.
   *
   * @param since only what has changed since this revision of git
   */
  public Plan plan(Optional<String> target, Optional<String> since, boolean noCache)
      throws WorkspaceProblem, InterruptedException {
    Optional<List<String>> changed = Optional.empty();
    if (since.isPresent()) {
      changed = Optional.of(git().since(since.get()));
    }
    Placement placement = places.placement(workspace.settings());
    try (OrphanSearch orphans = OrphanSearch.begin(workspace, store.root(), options.clock());
        WorkspaceKeys keys = keys(placement)) {
      List<Selection.Selected> selected = selected(target);
      keys.askTools(dishes(selected));
      keys.lookAt(dishes(selected));
      Planner planner = new Planner(preparation, keys, store, noCache);
      return planner.plan(selected, changed, orphans);
    }
  }

  /**
   * Runs tasks.
   *
   * @param task only the tasks of this name
   */
  public RunReport run(
      Optional<String> task, Optional<String> target, RunOptions how, RunListener listener)
      throws WorkspaceProblem, InterruptedException {
    return cancellation.around(() -> runTasks(task, target, how, listener));
  }

  /**
   * Runs tasks if that means only to restore what was kept of them on this machine; empty if there
   * is more to do. What was restored until then stays, as a run would leave it.
   */
  public Optional<RunReport> runKept(Optional<String> task, Optional<String> target, RunOptions how)
      throws WorkspaceProblem, InterruptedException {
    if (workspace.settings().remote().address().isPresent()
        || !(places.placement(workspace.settings()) instanceof Placement.OnHost)) {
      return Optional.empty();
    }
    RunReport report = run(task, target, how.withOnlyKept(), RunListener.NONE);
    return report.interrupted() ? Optional.empty() : Optional.of(report);
  }

  private RunReport runTasks(
      Optional<String> task, Optional<String> target, RunOptions how, RunListener listener)
      throws WorkspaceProblem, InterruptedException {
    Placement placement = places.placement(workspace.settings());
    if (workspace.settings().container() == ContainerMode.ALWAYS && languages.hasPlugins()) {
      options.log().warn(Containers.PLUGINS_RUN_ON_THE_HOST);
    }
    try (WorkspaceKeys keys = keys(placement);
        RemoteOfRun remote = RemoteOfRun.open(options, workspace, store)) {
      PlacedCommands commands = places.commands(placement);
      HookDiagnostics diagnostics =
          new HookDiagnostics(
              commands,
              workspace.root(),
              placement instanceof Placement.InContainer
                  ? Optional.of(Containers.MOUNT)
                  : Optional.empty(),
              options.log());
      CachedResults results =
          new CachedResults(workspace, store, remote.tier(), how.onlyKept(), options.log());
      List<Selection.Selected> selected = selected(target);
      keys.askTools(dishes(selected));
      keys.lookAt(dishes(selected));
      keys.askPins(dishes(selected));
      return cancellation.execute(
          new Executor(
              workspace.settings(), results, commands, diagnostics, listener, options.clock()),
          executor -> executor.run(BentoRun.all(selected, task, preparation, keys), how));
    }
  }

  /** Installs the dependencies of dishes, whether or not they are there. */
  public RunReport install(Optional<String> target, RunListener listener)
      throws WorkspaceProblem, InterruptedException {
    return cancellation.around(() -> installAll(target, listener));
  }

  private RunReport installAll(Optional<String> target, RunListener listener)
      throws WorkspaceProblem, InterruptedException {
    CachedResults results =
        new CachedResults(workspace, store, Optional.empty(), false, options.log());
    PlacedCommands commands = places.commands(new Placement.OnHost());
    return cancellation.execute(
        new Executor(
            workspace.settings(),
            results,
            commands,
            (_, _) -> List.of(),
            listener,
            options.clock()),
        executor ->
            executor.install(
                BentoRun.all(selected(target), Optional.empty(), preparation, Planner.NO_KEYS)));
  }

  /**
   * Ends what runs, at once for what has begun and for good; safe from any thread. Returns when the
   * plugins are gone.
   */
  public void cancel() {
    cancellation.cancel();
    languages.closeAtOnce();
  }

  /** A task in the foreground; only one that the dish itself writes the command of. */
  public AdHocRun adHoc(String dishName, String taskName, List<String> arguments)
      throws WorkspaceProblem, InterruptedException {
    PreparedDish dish =
        preparation.of(NamedDish.of(workspace, dishName, ProblemKind.DISH_NOT_FOUND));
    String command = ForegroundTask.command(dish, taskName);
    PlacedCommands commands = places.commands(new Placement.OnHost());
    return new AdHocRun(spawner, commands.inForeground(dish, command, arguments));
  }

  /** What went into the key of {@code dish:task}. */
  public Answer why(String target) throws WorkspaceProblem, InterruptedException {
    int colon = target.lastIndexOf(':');
    String taskName = target.substring(colon + 1);
    if (colon <= 0 || taskName.isEmpty()) {
      throw MonorepoCache.invalidTarget(target);
    }
    Dish dish = NamedDish.of(workspace, target.substring(0, colon), ProblemKind.WHY_DISH_NOT_FOUND);
    PreparedDish prepared = preparation.of(dish);
    try (WorkspaceKeys keys = keys(places.placement(workspace.settings()))) {
      return new WhyTask(workspace, options.bento(), store, keys).of(prepared, taskName);
    }
  }

  /** Which dish needs which. */
  public Answer graph(Optional<String> bento, boolean dot) throws WorkspaceProblem {
    return GraphAnswer.of(workspace, bento, options.bento(), dot);
  }

  /** The outputs that are there. */
  public Answer artifacts() throws WorkspaceProblem {
    return ArtifactsAnswer.of(workspace);
  }

  public Answer dishes() {
    return InventoryAnswer.dishes(workspace, Orphans.find(workspace));
  }

  public Answer boxes() {
    return InventoryAnswer.bentos(workspace);
  }

  /** Makes a folder a dish. */
  public Answer addDish(Path folder, Optional<String> language)
      throws WorkspaceProblem, IOException {
    return NewDish.add(
        workspace,
        folder,
        options.bento(),
        language,
        found -> languages.registry().detect(found).map(Adapter::id));
  }

  public Answer cachePush() throws WorkspaceProblem, IOException, InterruptedException {
    return RemoteOfRun.transfer(options, workspace, store, true);
  }

  public Answer cachePull() throws WorkspaceProblem, IOException, InterruptedException {
    return RemoteOfRun.transfer(options, workspace, store, false);
  }

  private static List<Dish> dishes(List<Selection.Selected> selected) {
    List<Dish> dishes = new ArrayList<>();
    for (Selection.Selected each : selected) {
      dishes.addAll(each.dishes());
    }
    return dishes;
  }

  private List<Selection.Selected> selected(Optional<String> target) throws WorkspaceProblem {
    return Selection.of(workspace, target, options.bento());
  }

  private WorkspaceKeys keys(Placement placement) {
    return new WorkspaceKeys(
        workspace, preparation, memory, placement.keyValue(), options.environment());
  }

  private GitChanges git() {
    return new GitChanges(workspace.root(), environment, spawner, options.clock());
  }

  private void remember() {
    if (known.isPresent() && (known.get().workspace().isEmpty() || preparation.hasLearned())) {
      known.get().save(workspace, preparation.learned());
    }
  }

  /** Ends the plugins, in at most about four seconds, and what else may still run. */
  @Override
  public void close() {
    if (cancellation.isCancelled()) {
      languages.closeAtOnce();
    } else {
      remember();
      languages.close();
    }
    spawner.close();
  }
}
