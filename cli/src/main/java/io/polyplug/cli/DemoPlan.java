package io.polyplug.cli;

import io.polyplug.monorepo.Monorepo;
import io.polyplug.monorepo.MonorepoOptions;
import io.polyplug.monorepo.WorkspaceProblem;
import io.polyplug.monorepo.plan.Plan;
import io.polyplug.monorepo.plan.PlanJson;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Plans the example workspace, with a cache of its own so that nothing of the user's is touched.
 */
final class DemoPlan {
  private DemoPlan() {}

  static Json of(Path workspace) throws IOException {
    Path cache = Files.createTempDirectory("polyplug-demo");
    try {
      return summary(workspace, cache);
    } catch (WorkspaceProblem e) {
      throw new IOException(e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      delete(cache);
    }
  }

  private static Json summary(Path workspace, Path cache)
      throws WorkspaceProblem, InterruptedException {
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.put("BENTO_CACHE_DIR", cache.toString());
    MonorepoOptions options = MonorepoOptions.of(workspace).withEnvironment(environment);
    try (Monorepo repo = Monorepo.open(options, Monorepo.Needs.KEYS)) {
      Plan plan = repo.plan(Optional.empty(), Optional.empty(), false);
      Json report = Json.object(out -> PlanJson.write(plan, out));
      return JsonParts.members(report).getOrDefault("summary", Json.NULL);
    }
  }

  private static void delete(Path folder) throws IOException {
    List<Path> all;
    try (Stream<Path> found = Files.walk(folder)) {
      all = found.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : all) {
      Files.deleteIfExists(path);
    }
  }
}
