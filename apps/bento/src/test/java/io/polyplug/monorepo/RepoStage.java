package io.polyplug.monorepo;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.polyplug.base.Clock;
import io.polyplug.bento.AdapterLimits;
import io.polyplug.monorepo.plan.Plan;
import io.polyplug.monorepo.plan.PlanText;
import io.polyplug.monorepo.run.DishReport;
import io.polyplug.monorepo.run.Outcome;
import io.polyplug.monorepo.run.RunListener;
import io.polyplug.monorepo.run.RunOptions;
import io.polyplug.monorepo.run.RunReport;
import io.polyplug.monorepo.run.TaskReport;
import io.polyplug.process.ProgramLookup;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** A workspace with a cache, a home and a path of its own, and what commands do with it. */
public final class RepoStage {
  public static final Duration AMPLE = Duration.ofSeconds(60);

  private static final String PYTHON = python();

  public final SampleFiles files;
  public final Path cache;
  public final List<String> lines = new CopyOnWriteArrayList<>();
  public final Map<String, String> environment = new HashMap<>();
  public AdapterLimits limits = new AdapterLimits(AMPLE, AMPLE, AMPLE, AMPLE);
  public Optional<String> bento = Optional.empty();
  public RunOptions how = new RunOptions(false, RunOptions.Install.IF_MISSING);
  public RunListener listener = RunListener.NONE;
  public Clock clock = Clock.system();
  private final Path folder;

  public RepoStage(Path folder) throws IOException {
    this.folder = folder.toRealPath();
    this.files = new SampleFiles(Files.createDirectories(this.folder.resolve("repo")));
    this.cache = this.folder.resolve("cache");
    Path bin = Files.createDirectories(this.folder.resolve("bin"));
    environment.put("PATH", bin + ":/usr/local/bin:/usr/bin:/bin");
    environment.put("HOME", Files.createDirectories(this.folder.resolve("home")).toString());
    environment.put("XDG_STATE_HOME", this.folder.resolve("state").toString());
    environment.put("BENTO_CACHE_DIR", cache.toString());
  }

  private static String python() {
    if (!ProgramLookup.ofHost().has("python3")) {
      return "";
    }
    try {
      // The interpreter itself: a wrapper in front of it takes its time at each start.
      Process asked =
          new ProcessBuilder("python3", "-c", "import sys; print(sys.executable)").start();
      return new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      return "";
    }
  }

  /** A bento with these dishes, which lie in folders of their names. */
  public RepoStage bento(String name, String... dishes) {
    files.write(
        "bentos/" + name + ".toml",
        "name = \"" + name + "\"",
        "dishes = ["
            + (dishes.length == 0 ? "" : "\"" + String.join("\", \"", dishes) + "\"")
            + "]");
    return this;
  }

  /** A dish in the folder of its name. */
  public RepoStage dish(String name, String... lines) {
    files.write(name + "/dish.toml", "name = \"" + name + "\"\n" + String.join("\n", lines));
    return this;
  }

  public RepoStage settings(String... lines) {
    files.write("bento.toml", lines);
    return this;
  }

  /** A program on the path. */
  public RepoStage program(String name, String... lines) {
    new SampleFiles(folder).script("bin/" + name, lines);
    return this;
  }

  /** The plugin {@code noop}, changed by lines of Python. */
  public RepoStage plugin(String... python) throws IOException {
    assumeTrue(!PYTHON.isEmpty(), "python3 is not installed");
    Path script = folder.resolve("plugin.py");
    try (InputStream in = RepoStage.class.getResourceAsStream("plugin.py")) {
      Files.write(script, Objects.requireNonNull(in).readAllBytes());
    }
    Files.writeString(folder.resolve("own.py"), String.join("\n", python) + "\n");
    return program(
        "bento-adapter-noop",
        "exec '" + PYTHON + "' -S -E '" + script + "' '" + folder.resolve("own.py") + "'");
  }

  /** What the plugin was asked, in order. */
  public List<String> asked() throws IOException {
    Path seen = folder.resolve("own.py.asked");
    return Files.exists(seen) ? Files.readAllLines(seen) : List.of();
  }

  public Monorepo open() throws WorkspaceProblem {
    return Monorepo.open(options(), Monorepo.Needs.KEYS);
  }

  public MonorepoOptions options() {
    MonorepoLog log =
        new MonorepoLog() {
          @Override
          public void line(Level level, String source, String text) {
            lines.add(level + " " + source + ": " + text);
          }

          @Override
          public void output(boolean stdout, String text) {
            lines.add((stdout ? "stdout" : "stderr") + ": " + text);
          }
        };
    return new MonorepoOptions(
        files.root(), Optional.empty(), bento, environment, log, clock, limits);
  }

  public Plan plan() throws Exception {
    return plan(Optional.empty(), Optional.empty());
  }

  public Plan plan(Optional<String> target, Optional<String> since) throws Exception {
    try (Monorepo repo = open()) {
      return repo.plan(target, since, how.noCache());
    }
  }

  public List<String> planText() throws Exception {
    List<String> text = new ArrayList<>();
    PlanText.write(plan(), text::add);
    return text;
  }

  /** Each task as {@code dish:task status reason}. */
  public static List<String> rows(Plan plan) {
    List<String> rows = new ArrayList<>();
    for (Plan.PlannedBento bento : plan.bentos()) {
      for (Plan.PlannedDish dish : bento.dishes()) {
        for (Plan.PlannedTask task : dish.tasks()) {
          rows.add(
              (dish.name()
                      + ":"
                      + task.name()
                      + " "
                      + task.status().wireName()
                      + " "
                      + task.status().missReason())
                  .strip());
        }
      }
    }
    return rows;
  }

  /** The keys by {@code dish:task}. */
  public Map<String, String> keys() throws Exception {
    Map<String, String> keys = new HashMap<>();
    for (Plan.PlannedBento bento : plan().bentos()) {
      for (Plan.PlannedDish dish : bento.dishes()) {
        for (Plan.PlannedTask task : dish.tasks()) {
          keys.put(dish.name() + ":" + task.name(), task.key());
        }
      }
    }
    return keys;
  }

  public RunReport run() throws Exception {
    try (Monorepo repo = open()) {
      return repo.run(Optional.empty(), Optional.empty(), how, listener);
    }
  }

  public RunReport install() throws Exception {
    try (Monorepo repo = open()) {
      return repo.install(Optional.empty(), listener);
    }
  }

  /** Each task as {@code dish:task hit}, {@code built}, {@code failed 1} or {@code skipped}. */
  public static List<String> rows(RunReport report) {
    List<String> rows = new ArrayList<>();
    report
        .bentos()
        .forEach(
            bento -> {
              for (DishReport dish : bento.dishes()) {
                for (TaskReport task : dish.tasks()) {
                  rows.add(dish.name() + ":" + task.name() + " " + word(task.outcome()));
                }
              }
            });
    return rows;
  }

  private static String word(Outcome outcome) {
    return switch (outcome) {
      case Outcome.CacheHit _ -> "hit";
      case Outcome.Built _ -> "built";
      case Outcome.Failed failed -> "failed " + failed.exitCode();
      case Outcome.Skipped skipped -> "skipped: " + skipped.reason();
    };
  }

  /** The row of a task. */
  public static TaskReport row(RunReport report, String dish, String task) {
    return report.bentos().stream()
        .flatMap(it -> it.dishes().stream())
        .filter(it -> it.name().equals(dish))
        .flatMap(it -> it.tasks().stream())
        .filter(it -> it.name().equals(task))
        .findFirst()
        .orElseThrow();
  }

  /** The files of the cache, by the end of their names. */
  public List<Path> kept(String suffix) throws IOException {
    if (!Files.isDirectory(cache)) {
      return List.of();
    }
    try (var all = Files.list(cache)) {
      return all.filter(it -> it.getFileName().toString().endsWith(suffix)).sorted().toList();
    }
  }
}
