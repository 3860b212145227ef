package io.polyplug.monorepo.plan;

import static io.polyplug.monorepo.plan.SampleDishes.block;
import static io.polyplug.monorepo.plan.SampleDishes.dish;
import static io.polyplug.monorepo.plan.SampleDishes.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.polyplug.bento.AdapterTask;
import io.polyplug.monorepo.ProblemKind;
import io.polyplug.monorepo.WorkspaceProblem;
import io.polyplug.monorepo.adapters.Adapter;
import io.polyplug.monorepo.config.Dish;
import io.polyplug.monorepo.config.TaskBlock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TaskTableTest {
  private static final Optional<Adapter> NOBODY = Optional.empty();
  private static final Optional<Adapter> SAMPLE =
      Optional.of(
          new OfferingAdapter(
              List.of(
                  new AdapterTask("test", "t", List.of("src/**"), Optional.empty()),
                  new AdapterTask("docs", "d", List.of(), Optional.empty()),
                  new AdapterTask(
                      "build", "b", List.of("src/**", "x"), Optional.of(List.of("out/"))))));

  @Test
  void tasksAreSortedByTheBytesOfTheirNames() throws Exception {
    Dish dish = dish("x", List.of(), List.of(), Map.of("lint", run("l"), "check", run("c")));

    assertThat(TaskTable.of(dish, SAMPLE))
        .extracting(ResolvedTask::name)
        .containsExactly("build", "check", "docs", "lint", "test");
  }

  @Test
  void theInputsOfTheDishExtendThoseOfTheAdapter() throws Exception {
    Dish dish = dish("x", List.of("conf/**", "x"), List.of(), Map.of());

    assertThat(task(dish, SAMPLE, "build").inputs()).containsExactly("src/**", "x", "conf/**");
    assertThat(task(dish, SAMPLE, "docs").inputs()).containsExactly("conf/**", "x");
  }

  @Test
  void theOutputsOfTheDishStandInWhereTheAdapterHasNone() throws Exception {
    Dish dish = dish("x", List.of(), List.of("bin/"), Map.of());

    assertThat(task(dish, SAMPLE, "build").outputs()).containsExactly("out/**");
    assertThat(task(dish, SAMPLE, "test").outputs()).containsExactly("bin/**");
  }

  @Test
  void whatABlockLeavesOutIsInheritedFromTheAdapter() throws Exception {
    Dish dish =
        dish(
            "x",
            List.of("conf/**"),
            List.of("bin"),
            Map.of("build", block(Optional.empty(), false, true)));

    ResolvedTask task = task(dish, SAMPLE, "build");

    assertThat(task.run()).isEqualTo("b");
    assertThat(task.inputs()).containsExactly("src/**", "x", "conf/**");
    assertThat(task.outputs()).containsExactly("out/**");
    assertThat(task.explicitRun()).isFalse();
  }

  @Test
  void whatABlockSaysReplacesWhatTheAdapterOffers() throws Exception {
    TaskBlock block =
        new TaskBlock(
            Optional.of("make"),
            Optional.of(List.of("Makefile")),
            Optional.of(List.of("made/", "one")),
            Optional.of(List.of("all/")),
            List.of("CI"),
            3,
            false,
            true);
    Dish dish = dish("x", List.of("conf/**"), List.of("bin"), Map.of("build", block));

    assertThat(task(dish, SAMPLE, "build"))
        .isEqualTo(
            new ResolvedTask(
                "build",
                "make",
                List.of("Makefile"),
                List.of("made/**", "one"),
                List.of("all/**"),
                List.of("CI"),
                3,
                true,
                true));
  }

  @Test
  void whatNoAdapterOffersInheritsFromTheDish() throws Exception {
    Dish dish = dish("x", List.of("conf/**"), List.of("bin/"), Map.of("lint", run("l")));

    assertThat(task(dish, SAMPLE, "lint").inputs()).containsExactly("conf/**");
    assertThat(task(dish, SAMPLE, "lint").outputs()).containsExactly("bin/**");
  }

  @Test
  void tasksOfAnOwnNameAreLeftOutUnlessTheyAreForPlans() throws Exception {
    Dish dish =
        dish(
            "x",
            List.of(),
            List.of(),
            Map.of("deploy", run("d"), "e2e", block(Optional.of("e"), true, true)));

    assertThat(TaskTable.of(dish, NOBODY)).extracting(ResolvedTask::name).containsExactly("e2e");
  }

  @Test
  void aNameOfTheAdapterTakesPartWithoutFurtherWords() throws Exception {
    Dish dish = dish("x", List.of(), List.of(), Map.of("docs", run("own")));

    assertThat(task(dish, SAMPLE, "docs").run()).isEqualTo("own");
  }

  @Test
  void aTaskThatMustNotBeCachedIsNot() throws Exception {
    Dish dish =
        dish("x", List.of("a"), List.of(), Map.of("build", block(Optional.of("b"), false, false)));

    assertThat(task(dish, SAMPLE, "build").cacheable()).isFalse();
  }

  @Test
  void withoutAdapterAndInputsAKeyWouldBeConstant() throws Exception {
    Dish bare = dish("x", List.of(), List.of(), Map.of("build", run("b")));
    Dish fed = dish("x", List.of("a"), List.of(), Map.of("build", run("b")));

    assertThat(task(bare, NOBODY, "build").cacheable()).isFalse();
    assertThat(task(fed, NOBODY, "build").cacheable()).isTrue();
    assertThat(task(bare, SAMPLE, "docs").cacheable()).isTrue();
  }

  @Test
  void aDishWithoutAdapterHasOnlyItsOwnTasks() throws Exception {
    assertThat(TaskTable.of(dish("x"), NOBODY)).isEmpty();
  }

  @Test
  void aBlockWithoutCommandAndNothingToInheritIsAProblem() {
    Dish dish =
        dish("x", List.of(), List.of(), Map.of("lint", block(Optional.empty(), false, true)));

    WorkspaceProblem problem =
        catchThrowableOfType(WorkspaceProblem.class, () -> TaskTable.of(dish, SAMPLE));

    assertThat(problem.kind()).isEqualTo(ProblemKind.CONFIG_MISSING);
    assertThat(problem.where()).hasValue("/workspace/x/dish.toml (tasks.lint.run)");
  }

  private static ResolvedTask task(Dish dish, Optional<Adapter> adapter, String name)
      throws WorkspaceProblem {
    return TaskTable.of(dish, adapter).stream()
        .filter(task -> task.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
