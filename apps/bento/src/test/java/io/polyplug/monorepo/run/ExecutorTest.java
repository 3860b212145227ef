package io.polyplug.monorepo.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.base.Clock;
import io.polyplug.monorepo.config.Dish;
import io.polyplug.monorepo.config.RepositorySettings;
import io.polyplug.monorepo.config.RepositorySettings.ContainerMode;
import io.polyplug.monorepo.config.RepositorySettings.RemoteSettings;
import io.polyplug.monorepo.config.ToolPins;
import io.polyplug.monorepo.plan.PreparedDish;
import io.polyplug.monorepo.plan.ResolvedTask;
import io.polyplug.monorepo.plan.TaskKeys;
import io.polyplug.monorepo.store.Sidecar;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The order of tasks, what a failure stops, and what a cancellation leaves. */
class ExecutorTest {
  private static final RunOptions PLAIN = new RunOptions(false, RunOptions.Install.NEVER);

  private final List<String> ran = Collections.synchronizedList(new ArrayList<>());
  private final List<String> kept = Collections.synchronizedList(new ArrayList<>());
  private final List<String> hits = new ArrayList<>();
  private volatile TaskCommands commands =
      (dish, task, _) -> {
        ran.add(dish.dish().name() + ":" + task.name());
        return end(task.run().equals("fail") ? 3 : 0);
      };

  private final TaskKeys keys =
      new TaskKeys() {
        @Override
        public String key(PreparedDish dish, ResolvedTask task) {
          return "%-64s".formatted(dish.dish().name() + task.name()).replace(' ', '0');
        }

        @Override
        public List<String> keys(PreparedDish dish) {
          return dish.tasks().stream().map(task -> key(dish, task)).toList();
        }

        @Override
        public Contents contents(PreparedDish dish, ResolvedTask task) {
          Sidecar sidecar =
              new Sidecar(
                  task.name(),
                  task.run(),
                  dish.dish().path(),
                  Optional.empty(),
                  Optional.empty(),
                  "0.2",
                  "x",
                  List.of(),
                  List.of());
          return new Contents(key(dish, task), sidecar);
        }

        @Override
        public void written(PreparedDish dish) {}

        @Override
        public void ran() {}
      };

  private final TaskResults results =
      new TaskResults() {
        @Override
        public boolean restore(PreparedDish dish, ResolvedTask task, String key) {
          return hits.contains(dish.dish().name() + ":" + task.name());
        }

        @Override
        public void keep(
            PreparedDish dish, ResolvedTask task, String key, Sidecar contents, TaskEnd end) {
          kept.add(dish.dish().name() + ":" + task.name());
        }
      };

  private static TaskEnd end(int code) {
    return new TaskEnd(code, new byte[0], "told".getBytes(StandardCharsets.UTF_8));
  }

  private static ResolvedTask task(String name, String run, int retry, boolean cacheable) {
    return new ResolvedTask(
        name, run, List.of("**"), List.of(), List.of(), List.of(), retry, cacheable, true);
  }

  private static PreparedDish dish(String name, ResolvedTask... tasks) {
    Dish dish =
        new Dish(
            name,
            name,
            Path.of("/" + name),
            Optional.empty(),
            List.of(),
            List.of(),
            List.of(),
            false,
            ToolPins.NONE,
            Optional.empty(),
            Map.of());
    return new PreparedDish(dish, Optional.empty(), Arrays.asList(tasks));
  }

  private static ResolvedTask good(String name) {
    return task(name, "true", 0, true);
  }

  private static ResolvedTask bad(String name) {
    return task(name, "fail", 0, true);
  }

  private Executor executor(int parallelism, boolean failFast) {
    RepositorySettings settings =
        new RepositorySettings(
            parallelism,
            failFast,
            new RemoteSettings(Optional.empty(), "", Optional.empty(), "", false),
            ContainerMode.NEVER,
            Optional.empty(),
            ToolPins.NONE,
            List.of(),
            Optional.empty());
    return new Executor(
        settings,
        results,
        (dish, task, command) -> commands.run(dish, task, command),
        (_, _) -> List.of(),
        RunListener.NONE,
        Clock.system());
  }

  private RunReport run(boolean failFast, RunOptions how, List<PreparedDish> level) {
    return runLevels(failFast, how, List.of(level));
  }

  private RunReport runLevels(boolean failFast, RunOptions how, List<List<PreparedDish>> levels) {
    try (Executor executor = executor(2, failFast)) {
      return executor.run(List.of(new BentoRun("prod", levels, keys)), how);
    }
  }

  @Test
  void levelsRunOneAfterAnotherAndTasksOfADishInOrder() {
    RunReport report =
        runLevels(
            true,
            PLAIN,
            List.of(
                List.of(dish("lib", good("build"), good("test"))),
                List.of(dish("app", good("build")))));
    assertThat(ran).containsExactly("lib:build", "lib:test", "app:build");
    assertThat(kept).containsExactly("lib:build", "lib:test", "app:build");
    assertThat(report.summary().built()).isEqualTo(3);
    assertThat(report.summary().succeeded()).isTrue();
  }

  @Test
  void whatIsFoundIsNotRunUnlessTheCacheIsNotAsked() {
    hits.add("lib:build");
    RunReport found = run(true, PLAIN, List.of(dish("lib", good("build"))));
    assertThat(ran).isEmpty();
    assertThat(found.summary().hits()).isEqualTo(1);
    assertThat(found.bentos().getFirst().dishes().getFirst().tasks().getFirst().attempts())
        .isZero();
    RunReport forced =
        run(
            true,
            new RunOptions(true, RunOptions.Install.NEVER),
            List.of(dish("lib", good("build"))));
    assertThat(forced.summary().built()).isEqualTo(1);
    assertThat(kept).as("kept all the same").containsExactly("lib:build");
  }

  @Test
  void anUncacheableTaskIsNeitherLookedUpNorKept() {
    hits.add("lib:build");
    RunReport report = run(true, PLAIN, List.of(dish("lib", task("build", "true", 0, false))));
    assertThat(report.summary().built()).isEqualTo(1);
    assertThat(kept).isEmpty();
  }

  @Test
  void afterAFailureTheRestOfTheDishIsSkippedTheBatchEndsAndNothingElseBegins() {
    RunReport report =
        runLevels(
            true,
            PLAIN,
            List.of(
                List.of(
                    dish("a", bad("build"), good("test")),
                    dish("b", good("build"), good("test")),
                    dish("c", good("build"))),
                List.of(dish("d", good("build")))));
    assertThat(ran).containsExactlyInAnyOrder("a:build", "b:build", "b:test");
    List<DishReport> dishes = report.bentos().getFirst().dishes();
    assertThat(dishes).extracting(DishReport::name).containsExactly("a", "b");
    assertThat(dishes.getFirst().tasks().get(1).outcome())
        .isEqualTo(new Outcome.Skipped("build failed (fail_fast)"));
    assertThat(dishes.getFirst().tasks().get(1).key()).isEmpty();
    assertThat(report.summary().tasks()).as("skipped ones are not counted").isEqualTo(3);
    assertThat(report.summary().succeeded()).isFalse();
  }

  @Test
  void withoutFailFastEverythingRunsDependantsIncluded() {
    RunReport report =
        runLevels(
            false,
            PLAIN,
            List.of(
                List.of(dish("a", bad("build"), good("test"))), List.of(dish("d", good("build")))));
    assertThat(ran).containsExactly("a:build", "a:test", "d:build");
    assertThat(report.summary().failed()).isEqualTo(1);
  }

  @Test
  void aFailureIsTriedAgainAsOftenAsItSaysAndIsNeverKept() {
    RunReport report = run(true, PLAIN, List.of(dish("a", task("test", "fail", 2, true))));
    assertThat(ran).hasSize(3);
    assertThat(kept).isEmpty();
    TaskReport row = report.bentos().getFirst().dishes().getFirst().tasks().getFirst();
    assertThat(row.attempts()).isEqualTo(3);
    assertThat(row.flaky()).isFalse();
    assertThat(row.outcome()).isEqualTo(Outcome.Failed.of(3, "", "told"));
  }

  @Test
  void aSuccessAfterAFailureIsFlakyAndKept() {
    AtomicInteger tries = new AtomicInteger();
    commands = (_, _, _) -> end(tries.incrementAndGet() < 3 ? 1 : 0);
    RunReport report = run(true, PLAIN, List.of(dish("a", task("test", "x", 5, true))));
    assertThat(tries).hasValue(3);
    assertThat(report.summary().flaky()).isEqualTo(1);
    assertThat(kept).containsExactly("a:test");
  }

  @Test
  void aDefectInOneDishIsARowOfItsOwnAndOthersGoOn() {
    commands =
        (dish, _, _) -> {
          if (dish.dish().name().equals("a")) {
            throw new IllegalStateException("odd");
          }
          return end(0);
        };
    RunReport report =
        run(false, PLAIN, List.of(dish("a", good("build")), dish("b", good("build"))));
    List<DishReport> dishes = report.bentos().getFirst().dishes();
    assertThat(dishes.getFirst().tasks())
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.name()).isEqualTo("<dish>");
              assertThat(row.outcome()).isEqualTo(Outcome.Failed.of(-1, "", "odd"));
            });
    assertThat(dishes.get(1).tasks().getFirst().outcome()).isInstanceOf(Outcome.Built.class);
  }

  @Test
  void aDishWithoutTasksIsOneSkippedRow() {
    RunReport report = run(true, PLAIN, List.of(dish("a")));
    assertThat(report.bentos().getFirst().dishes().getFirst().tasks())
        .singleElement()
        .satisfies(row -> assertThat(row.name()).isEqualTo("<none>"));
    assertThat(report.summary().tasks()).isZero();
  }

  @Test
  void cancellingInterruptsWhatRunsAndKeepsWhatWasDone() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    commands =
        (dish, _, _) -> {
          if (dish.dish().name().equals("slow")) {
            running.countDown();
            try {
              new CountDownLatch(1).await();
            } catch (InterruptedException e) {
              interrupted.countDown();
              throw e;
            }
          }
          return end(0);
        };
    try (Executor executor = executor(1, true)) {
      Thread canceller =
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      running.await();
                    } catch (InterruptedException e) {
                      throw new IllegalStateException(e);
                    }
                    executor.cancel();
                  });
      RunReport report =
          executor.run(
              List.of(
                  new BentoRun(
                      "prod",
                      List.of(
                          List.of(
                              dish("quick", good("build")),
                              dish("slow", good("build")),
                              dish("late", good("build")))),
                      keys)),
              PLAIN);
      canceller.join();
      assertThat(interrupted.getCount()).isZero();
      assertThat(report.interrupted()).isTrue();
      assertThat(report.bentos().getFirst().dishes())
          .extracting(DishReport::name)
          .containsExactly("quick");
      assertThat(kept).containsExactly("quick:build");
    }
  }
}
