package io.polyplug.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.polyplug.monorepo.MonorepoOptions;
import io.polyplug.monorepo.run.RunSummary;
import io.polyplug.process.ProgramLookup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example workspace, built by its real tools in a copy. */
class MonorepoTest {
  private static final Path EXAMPLES =
      Path.of(System.getProperty("polyplug.root")).resolve("examples");

  @TempDir Path folder;

  @Test
  void everythingIsBuiltOnceAndCachedTheSecondTime() throws Exception {
    for (String program : new String[] {"go", "gofmt", "cargo", "node", "npm", "python3"}) {
      assumeTrue(ProgramLookup.ofHost().has(program), program + " is not installed");
    }
    Path repository = copy(EXAMPLES.resolve("bento-monorepo"), folder.resolve("repo"));
    MonorepoOptions options = MonorepoOptions.of(repository).withEnvironment(environment());

    RunSummary first = Embedding.build(options);
    assertThat(first.dishes()).isEqualTo(6);
    assertThat(first.failed()).isZero();
    assertThat(first.built()).isEqualTo(first.tasks()).isGreaterThan(15);
    assertThat(repository.resolve("apps/report/dist/report.txt")).isNotEmptyFile();

    RunSummary second = Embedding.build(options);
    assertThat(second.hits()).isEqualTo(second.tasks()).isEqualTo(first.tasks());

    Files.delete(repository.resolve("libs/menu/dist/menu.txt"));
    assertThat(Embedding.build(options).hits()).isEqualTo(first.tasks());
    assertThat(repository.resolve("libs/menu/dist/menu.txt")).isNotEmptyFile();
  }

  /** With the JDK of this test, the one adapter that a dish needs, and a cache of its own. */
  private Map<String, String> environment() throws IOException {
    Path adapters = Files.createDirectories(folder.resolve("adapters"));
    Path adapter = adapters.resolve("bento-adapter-noop");
    Files.copy(EXAMPLES.resolve("bento/bento-adapter-noop"), adapter);
    assertThat(adapter.toFile().setExecutable(true)).isTrue();
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.merge(
        "PATH",
        Path.of(System.getProperty("java.home"), "bin") + ":" + adapters,
        (old, ours) -> ours + ":" + old);
    environment.put("BENTO_CACHE_DIR", folder.resolve("cache").toString());
    return environment;
  }

  private static Path copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path path : all.toList()) {
        Files.copy(path, to.resolve(from.relativize(path)));
      }
    }
    return to;
  }
}
