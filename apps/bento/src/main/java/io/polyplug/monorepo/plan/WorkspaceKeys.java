package io.polyplug.monorepo.plan;

import io.polyplug.bento.Toolchain;
import io.polyplug.monorepo.WorkspaceProblem;
import io.polyplug.monorepo.adapters.Adapter;
import io.polyplug.monorepo.adapters.PluginAdapter;
import io.polyplug.monorepo.config.Bento;
import io.polyplug.monorepo.config.Dish;
import io.polyplug.monorepo.config.Workspace;
import io.polyplug.monorepo.hash.Blake3;
import io.polyplug.monorepo.key.DishKeys;
import io.polyplug.monorepo.key.InParallel;
import io.polyplug.monorepo.key.InputFile;
import io.polyplug.monorepo.key.KeyMemory;
import io.polyplug.monorepo.key.KeyRequest;
import io.polyplug.monorepo.key.SignatureParts;
import io.polyplug.monorepo.key.SignatureRequest;
import io.polyplug.monorepo.key.TaskExtras;
import io.polyplug.monorepo.key.TaskKey;
import io.polyplug.monorepo.store.Sidecar;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The keys of the tasks of a workspace. A dish is looked at once for all its tasks, and again only
 * after something may have changed it. Safe from any thread. Closing keeps what was learned.
 */
public final class WorkspaceKeys implements Planner.KeysOf, AutoCloseable {
  private final Workspace workspace;
  private final Preparation preparation;
  private final KeyMemory memory;
  private final Optional<String> container;
  private final Map<String, String> environment;
  private final String host = TaskExtras.host();
  private final Map<Path, DishFacts> facts = new ConcurrentHashMap<>();
  private final Map<Path, Look> looks = new ConcurrentHashMap<>();
  private final AtomicLong runs = new AtomicLong();

  /** The directories that are in another dish, or have one in them. */
  private final Set<Path> nested;

  /** A look at a dish, good as long as no command has run since. */
  private record Look(DishKeys keys, long runs) {}

  /**
   * Nothing is looked at yet.
   *
   * @param container runtime and image, if tasks run in one
   * @param environment where the values of variables come from that are in keys
   */
  public WorkspaceKeys(
      Workspace workspace,
      Preparation preparation,
      KeyMemory memory,
      Optional<String> container,
      Map<String, String> environment) {
    this.workspace = workspace;
    this.preparation = preparation;
    this.memory = memory;
    this.container = container;
    this.environment = environment;
    this.nested = nested(workspace);
  }

  private static Set<Path> nested(Workspace workspace) {
    Set<Path> all = new HashSet<>();
    for (Bento bento : workspace.bentos()) {
      for (Dish dish : bento.dishes()) {
        all.add(dish.directory());
      }
    }
    Set<Path> nested = new HashSet<>();
    for (Path directory : all) {
      for (Path above = directory.getParent();
          above != null && above.startsWith(workspace.root());
          above = above.getParent()) {
        if (all.contains(above)) {
          nested.add(directory);
          nested.add(above);
        }
      }
    }
    return nested;
  }

  /** Looks at many dishes at once, on several threads: quicker than one after the other. */
  public void lookAt(List<Dish> dishes) throws WorkspaceProblem, InterruptedException {
    Set<Path> directories = new LinkedHashSet<>();
    for (Dish dish : dishes) {
      directories.add(dish.directory());
    }
    List<Path> ordered = List.copyOf(directories);
    long now = runs.get();
    List<DishKeys> found = memory.look(ordered);
    for (int i = 0; i < ordered.size(); i++) {
      looks.put(ordered.get(i), new Look(found.get(i), now));
    }
  }

  /**
   * Asks what each dish pins, before anything runs: an answer that is an error ends the command.
   */
  public void askPins(List<Dish> dishes) throws WorkspaceProblem, InterruptedException {
    InParallel.run(
        dishes.size(),
        Planner.WORTH_A_THREAD,
        i -> {
          var _ = facts(preparation.of(dishes.get(i)));
        });
  }

  /**
   * Has tools asked for their versions, all at once: each takes its time, and the first key of its
   * language would have to wait for it.
   */
  public void askTools(List<Dish> dishes) throws WorkspaceProblem, InterruptedException {
    preparation.all(dishes);
    Set<Adapter> asked = new HashSet<>();
    List<Adapter> plugins = new ArrayList<>();
    for (Dish dish : dishes) {
      Optional<Adapter> adapter = preparation.of(dish).adapter();
      if (adapter.isPresent()
          && PinResolution.written(dish, workspace.settings(), adapter.get()).isEmpty()
          && asked.add(adapter.get())) {
        if (adapter.get() instanceof PluginAdapter) {
          plugins.add(adapter.get());
        } else {
          ask(adapter.get());
        }
      }
    }
    // A plugin that is lost over this question has told by now which dishes are its own.
    for (Adapter plugin : plugins) {
      ask(plugin);
    }
  }

  private static void ask(Adapter adapter) {
    Thread.ofPlatform().daemon().name("bento-ask").start(adapter::resolvedToolchain);
  }

  @Override
  public TaskKeys bento(DishGraph graph) throws WorkspaceProblem, InterruptedException {
    return new OfBento(BentoSignatures.of(graph, this));
  }

  private DishKeys look(Path directory) throws WorkspaceProblem {
    long now = runs.get();
    Look known = looks.get(directory);
    if (known == null || known.runs() != now) {
      known = new Look(memory.look(directory), now);
      looks.put(directory, known);
    }
    return known.keys();
  }

  private DishFacts facts(PreparedDish dish) throws WorkspaceProblem {
    Path directory = dish.dish().directory();
    DishFacts known = facts.get(directory);
    if (known == null) {
      known = DishFacts.of(dish, workspace.settings(), preparation);
      facts.put(directory, known);
    }
    return known;
  }

  private Map<String, String> values(List<String> names) {
    Map<String, String> values = new HashMap<>();
    for (String name : names) {
      values.put(name, environment.getOrDefault(name, ""));
    }
    return values;
  }

  /** The content signature of a dish. */
  byte[] signature(Dish dish) throws WorkspaceProblem {
    PreparedDish prepared = preparation.of(dish);
    DishFacts known = facts(prepared);
    Set<String> inputs = new LinkedHashSet<>(dish.inputs());
    inputs.addAll(fingerprints(prepared));
    Set<String> outputs = new LinkedHashSet<>();
    List<SignatureParts.Task> tasks = new ArrayList<>();
    for (ResolvedTask task : prepared.tasks()) {
      inputs.addAll(task.inputs());
      outputs.addAll(task.outputs());
      tasks.add(
          new SignatureParts.Task(
              task.name(),
              task.run(),
              task.outputs(),
              task.workspaceOutputs(),
              values(task.env())));
    }
    SignatureParts parts =
        new SignatureParts(
            dish.name(), known.pin(), prepared.language(), known.adapterPin(), tasks);
    SignatureRequest request =
        new SignatureRequest(
            parts.list(), List.copyOf(inputs), List.copyOf(outputs), derived(prepared));
    DishKeys keys = look(dish.directory());
    synchronized (keys) {
      return keys.signature(request);
    }
  }

  private static List<String> fingerprints(PreparedDish dish) {
    return dish.adapter().isPresent() ? dish.adapter().get().fingerprintFiles() : List.of();
  }

  private static List<String> derived(PreparedDish dish) {
    return dish.adapter().isPresent() ? dish.adapter().get().derived() : List.of();
  }

  @Override
  public void close() {
    // What could not be written costs time the next time, and nothing else.
    var _ = memory.save();
  }

  private final class OfBento implements TaskKeys {
    private final BentoSignatures signatures;

    OfBento(BentoSignatures signatures) {
      this.signatures = signatures;
    }

    @Override
    public String key(PreparedDish dish, ResolvedTask task) throws WorkspaceProblem {
      KeyRequest request = request(dish, task);
      DishKeys keys = look(dish.dish().directory());
      synchronized (keys) {
        return keys.key(request);
      }
    }

    @Override
    public List<String> keys(PreparedDish dish) throws WorkspaceProblem {
      List<KeyRequest> requests = new ArrayList<>();
      for (ResolvedTask task : dish.tasks()) {
        requests.add(request(dish, task));
      }
      List<String> found = new ArrayList<>();
      DishKeys keys = look(dish.dish().directory());
      synchronized (keys) {
        for (byte[] hash : keys.hashes(requests)) {
          found.add(Blake3.hex(hash));
        }
      }
      return found;
    }

    @Override
    public Contents contents(PreparedDish dish, ResolvedTask task) throws WorkspaceProblem {
      TaskKey key = memory.look(dish.dish().directory()).keyWithFiles(request(dish, task));
      List<Sidecar.Input> files = new ArrayList<>();
      for (InputFile file : key.files()) {
        files.add(new Sidecar.Input(file.path(), file.blake3(), file.sizeBytes()));
      }
      Optional<Toolchain> pin = facts(dish).adapterPin();
      return new Contents(
          key.key(),
          new Sidecar(
              task.name(),
              task.run(),
              dish.dish().path(),
              dish.language(),
              pin.map(it -> it.tool() + ":" + it.version()),
              TaskExtras.COMPAT_VERSION,
              host,
              List.copyOf(new TreeSet<>(task.env())),
              files));
    }

    private KeyRequest request(PreparedDish dish, ResolvedTask task) throws WorkspaceProblem {
      DishFacts known = facts(dish);
      TaskExtras extras =
          new TaskExtras(
              dish.dish().path(),
              task.name(),
              task.run(),
              task.outputs(),
              task.workspaceOutputs(),
              container,
              known.pin(),
              dish.adapter().map(Adapter::id),
              known.adapterPin(),
              known.resolved(),
              values(task.env()),
              signatures.of(dish.dish()));
      List<String> inputs = new ArrayList<>(task.inputs());
      inputs.addAll(fingerprints(dish));
      return new KeyRequest(extras.list(host), inputs, task.outputs(), derived(dish));
    }

    @Override
    public void written(PreparedDish dish) {
      Path directory = dish.dish().directory();
      if (nested.contains(directory)) {
        ran();
      } else {
        looks.remove(directory);
      }
    }

    @Override
    public void ran() {
      runs.incrementAndGet();
    }
  }
}
