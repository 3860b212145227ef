package io.polyplug.monorepo.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.monorepo.RepoStage;
import io.polyplug.monorepo.run.RunReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs with a cache on a server, which is never a reason to fail (section 6.11). */
class RemoteRunsTest {
  private static final int DISHES = 6;

  @TempDir Path folder;
  private RepoStage stage;
  private FakeServer server;

  @BeforeEach
  void open() throws Exception {
    stage = new RepoStage(folder);
    server = new FakeServer();
    stage.environment.put("BENTO_CACHE_TOKEN", "secret");
    settings("");
    List<String> names = new ArrayList<>();
    for (int i = 0; i < DISHES; i++) {
      String name = "d" + i;
      names.add(name);
      stage.dish(
          name, "[tasks.build]", "run = \"cat s > o\"", "inputs = [\"s\"]", "outputs = [\"o\"]");
      stage.files.write(name + "/s", name);
    }
    stage.bento("prod", names.toArray(String[]::new));
  }

  @AfterEach
  void close() {
    server.close();
  }

  private void settings(String more) {
    stage.settings(
        "[defaults]", "parallelism = 2", "[cache]", "remote = \"" + server.url() + "\"", more);
  }

  private void forget() throws Exception {
    for (Path kept : stage.kept("")) {
      if (Files.isRegularFile(kept)) {
        Files.delete(kept);
      }
    }
    for (int i = 0; i < DISHES; i++) {
      Files.deleteIfExists(stage.files.at("d" + i + "/o"));
    }
  }

  private static long built(RunReport report) {
    return RepoStage.rows(report).stream().filter(it -> it.endsWith(" built")).count();
  }

  @Test
  void whatOneMachineHasBuiltIsAHitOnAnother() throws Exception {
    assertThat(built(stage.run())).isEqualTo(DISHES);
    assertThat(server.stored).hasSize(DISHES);
    forget();
    assertThat(RepoStage.rows(stage.plan())).allMatch(it -> it.endsWith("never_cached"));
    assertThat(RepoStage.rows(stage.run())).allMatch(it -> it.endsWith(" hit"));
    assertThat(stage.files.at("d3/o")).hasContent("d3");
    assertThat(stage.kept("tmp")).isEmpty();
    assertThat(stage.lines).isEmpty();
  }

  @Test
  void aServerThatFailsHalfOfItsRequestsFailsNothing() throws Exception {
    for (int i = 0; i < DISHES; i++) {
      server.then(FakeServer.status(500), FakeServer.usual(), FakeServer.hangUp());
    }
    RunReport report = stage.run();
    assertThat(report.summary().succeeded()).isTrue();
    assertThat(built(report)).isEqualTo(DISHES);
    forget();
    server.behaviours.clear();
    server.then(FakeServer.status(503), FakeServer.status(503), FakeServer.usual());
    assertThat(stage.run().summary().succeeded()).isTrue();
    for (int i = 0; i < DISHES; i++) {
      assertThat(stage.files.at("d" + i + "/o")).hasContent("d" + i);
    }
    assertThat(stage.kept("tmp")).isEmpty();
  }

  @Test
  void wrongBundlesAreWarnedOfAndTheTasksRun() throws Exception {
    stage.run();
    forget();
    server.stored.replaceAll((path, body) -> new byte[body.length]);
    RunReport report = stage.run();
    assertThat(built(report)).isEqualTo(DISHES);
    assertThat(stage.lines).anyMatch(it -> it.contains("is bad and is not used"));
    assertThat(stage.lines).noneMatch(it -> it.contains("secret"));
    assertThat(stage.kept("tmp")).isEmpty();
  }

  @Test
  void aServerThatIsNotThereIsWarnedOfOnce() throws Exception {
    server.close();
    RunReport report = stage.run();
    assertThat(built(report)).isEqualTo(DISHES);
    assertThat(stage.lines).hasSize(1);
  }

  @Test
  void aTokenThatIsRefusedIsWarnedOfOnce() throws Exception {
    for (int i = 0; i < DISHES * 2; i++) {
      server.then(FakeServer.status(401));
    }
    assertThat(built(stage.run())).isEqualTo(DISHES);
    assertThat(stage.lines).hasSize(1);
  }

  @Test
  void localHitsAreSentToTheServerOnlyIfThatIsWanted() throws Exception {
    stage.run();
    server.stored.clear();
    server.seen.clear();
    stage.run();
    assertThat(server.seen).isEmpty();
    settings("remote_write_through = true");
    assertThat(RepoStage.rows(stage.run())).allMatch(it -> it.endsWith(" hit"));
    assertThat(server.stored).hasSize(DISHES);
  }

  @Test
  void aPlanAsksNoServer() throws Exception {
    stage.plan();
    assertThat(server.seen).isEmpty();
  }
}
