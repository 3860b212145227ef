package io.polyplug.bench.scenario;

import static io.polyplug.bench.report.Comparison.Goal.AT_MOST;

import io.polyplug.bench.Settings;
import io.polyplug.bench.Surroundings;
import io.polyplug.bench.report.Comparison;
import io.polyplug.bench.report.Series;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Monorepos in which nothing has changed: how long until each orchestrator has said so. */
final class Orchestrators implements Scenario {
  private static final String OURS = "polyplug";

  /** The same command while a host runs, which the launcher asks. */
  private static final String OURS_WITH_UP = "polyplug, up runs";

  private static final String TURBO = "turbo";

  /** The program that npm's starts, for those who know where it lies. */
  private static final String BARE_TURBO = "turbo, bare binary";

  private static final String NX = "nx";
  private static final String MOON = "moon";

  /** With more it takes minutes for each run. */
  private static final int MOST_FOR_MOON = 100;

  @Override
  public String name() {
    return "bento";
  }

  @Override
  public @Nullable String missing(Surroundings with) {
    return Files.isExecutable(bareTurbo(with.peers()))
            && Files.exists(tool(with.peers(), TURBO))
            && Files.exists(tool(with.peers(), MOON))
            && Files.exists(tool(with.peers(), NX))
        ? null
        : "turbo, nx and moon are not there: bench/run --only bento installs them with npm";
  }

  /** As npm installs it, and as its scripts and users start it. */
  private static Path tool(Path peers, String name) {
    return peers.resolve("node_modules/.bin").resolve(name);
  }

  private static Path bareTurbo(Path peers) {
    return peers.resolve("node_modules/@turbo/linux-64/bin/turbo");
  }

  private static String planned(int dishes) {
    return "plan, " + dishes + " dishes";
  }

  private static String cached(int dishes) {
    return "cached run, " + dishes + " dishes";
  }

  @Override
  public List<Comparison> comparisons(Settings settings) {
    List<Comparison> all = new ArrayList<>();
    for (int dishes : settings.dishes()) {
      for (String row : List.of(planned(dishes), cached(dishes))) {
        all.add(Comparison.ratio(name(), row, OURS_WITH_UP, TURBO, AT_MOST, 1));
        all.add(Comparison.shown(name(), row, OURS_WITH_UP, BARE_TURBO, AT_MOST));
        all.add(Comparison.shown(name(), row, OURS, TURBO, AT_MOST));
        all.add(Comparison.ratio(name(), row, OURS, NX, AT_MOST, 1));
      }
      all.add(Comparison.ratio(name(), cached(dishes), OURS, MOON, AT_MOST, 1));
    }
    all.addAll(Digests.comparisons(name()));
    return all;
  }

  @Override
  public @Nullable String missing(Comparison comparison, Settings settings) {
    if (MOON.equals(comparison.other())) {
      for (int dishes : settings.dishes()) {
        if (dishes > MOST_FOR_MOON && comparison.row().equals(cached(dishes))) {
          return "moon takes minutes for each run with more than " + MOST_FOR_MOON + " dishes";
        }
      }
    }
    return null;
  }

  @Override
  public List<Series> run(Surroundings with, Settings settings) throws Exception {
    List<Series> series = new ArrayList<>(Digests.run(with, settings));
    for (int dishes : settings.dishes()) {
      Path folder = Files.createTempDirectory("polyplug-bench");
      try (UpProcess up = UpProcess.start(with)) {
        Path root = Files.createDirectories(folder.resolve("workspace"));
        SampleWorkspace.make(root, dishes, with.peers().resolve("node_modules"));
        series.addAll(
            rows(
                new ToolCommands(folder, root, folder.resolve("home")),
                new ToolCommands(folder, root, up.home()),
                dishes,
                with,
                settings));
      } finally {
        clear(folder);
      }
    }
    return series;
  }

  private static List<Series> rows(
      ToolCommands tools, ToolCommands besideUp, int dishes, Surroundings with, Settings settings)
      throws Exception {
    String turbo = tool(with.peers(), TURBO).toString();
    String bare = bareTurbo(with.peers()).toString();
    String nx = tool(with.peers(), NX).toString();
    List<Contender> cached =
        new ArrayList<>(
            List.of(
                tools.command(OURS, with.command(), "bento", "build"),
                besideUp.command(OURS_WITH_UP, with.command(), "bento", "build"),
                tools.command(TURBO, turbo, "run", "build"),
                tools.command(BARE_TURBO, bare, "run", "build"),
                tools.command(NX, nx, "run-many", "-t", "build")));
    if (dishes <= MOST_FOR_MOON) {
      cached.add(tools.command(MOON, tool(with.peers(), MOON).toString(), "run", ":build"));
    }
    List<Contender> planned =
        List.of(
            tools.command(OURS, with.command(), "bento", "plan"),
            besideUp.command(OURS_WITH_UP, with.command(), "bento", "plan"),
            tools.command(TURBO, turbo, "run", "build", "--dry=json"),
            tools.command(BARE_TURBO, bare, "run", "build", "--dry=json"),
            tools.command(NX, nx, "run-many", "-t", "build", "--graph=stdout"));
    try {
      tools.fill(cached);
      int rounds = dishes > MOST_FOR_MOON ? settings.rounds() : settings.commandRounds();
      List<Series> series = new ArrayList<>();
      series.addAll(Rounds.run(planned(dishes), "ms", planned, settings, rounds));
      series.addAll(Rounds.run(cached(dishes), "ms", cached, settings, rounds));
      return series;
    } finally {
      tools.end(turbo, "daemon", "stop");
      tools.end(nx, "daemon", "--stop");
    }
  }

  private static void clear(Path folder) throws IOException, InterruptedException {
    if (new ProcessBuilder("rm", "-rf", folder.toString()).start().waitFor() != 0) {
      throw new IOException(folder + " cannot be deleted");
    }
  }
}
