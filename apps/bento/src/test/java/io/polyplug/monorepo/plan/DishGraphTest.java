package io.polyplug.monorepo.plan;

import static io.polyplug.monorepo.plan.SampleDishes.bento;
import static io.polyplug.monorepo.plan.SampleDishes.dish;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.polyplug.monorepo.ProblemKind;
import io.polyplug.monorepo.WorkspaceProblem;
import io.polyplug.monorepo.config.Bento;
import io.polyplug.monorepo.config.Dish;
import java.util.List;
import org.junit.jupiter.api.Test;

class DishGraphTest {
  @Test
  void everyDishIsInTheFirstLevelAfterItsDependencies() throws Exception {
    DishGraph graph =
        DishGraph.of(
            bento("prod", dish("web", "api", "lib"), dish("lib"), dish("api", "lib"), dish("cli")));

    assertThat(names(graph)).containsExactly(List.of("cli", "lib"), List.of("api"), List.of("web"));
  }

  @Test
  void withinALevelNamesAreSortedByTheirBytes() throws Exception {
    DishGraph graph =
        DishGraph.of(bento("prod", dish("\uD83C\uDF71"), dish("\uFF21"), dish("b"), dish("B")));

    assertThat(names(graph)).containsExactly(List.of("B", "b", "\uFF21", "\uD83C\uDF71"));
  }

  @Test
  void aDependencyThatIsNamedTwiceCountsOnce() throws Exception {
    DishGraph graph = DishGraph.of(bento("prod", dish("api", "lib", "lib"), dish("lib")));

    assertThat(names(graph)).containsExactly(List.of("lib"), List.of("api"));
    assertThat(graph.dependencies("api")).containsExactly("lib");
  }

  @Test
  void dependantsAreTransitive() throws Exception {
    DishGraph graph =
        DishGraph.of(
            bento("prod", dish("web", "api"), dish("api", "lib"), dish("lib"), dish("cli")));

    assertThat(graph.dependants("lib")).containsExactly("api", "web");
    assertThat(graph.dependants("cli")).isEmpty();
  }

  @Test
  void anUnknownDependencyIsAProblemThatNamesBothAndWhatThereIs() {
    WorkspaceProblem problem = problem(bento("prod", dish("api", "libb"), dish("lib")));

    assertThat(problem.kind()).isEqualTo(ProblemKind.CONFIG_INVALID);
    assertThat(problem)
        .hasMessageContaining("api")
        .hasMessageContaining("libb")
        .hasMessageContaining("prod");
    assertThat(problem.nextSteps()).containsExactly("lib");
    assertThat(problem.where()).hasValue("/workspace/api/dish.toml (depends_on)");
  }

  @Test
  void aCycleIsAProblemThatNamesItsMembersOnly() {
    WorkspaceProblem problem =
        problem(
            bento(
                "prod",
                dish("web", "a"),
                dish("a", "b"),
                dish("b", "lib", "c"),
                dish("c", "a"),
                dish("lib")));

    assertThat(problem.kind()).isEqualTo(ProblemKind.CONFIG_INVALID);
    assertThat(problem).hasMessageContaining("a → b → c → a").hasMessageNotContaining("web");
  }

  @Test
  void aDishThatDependsOnItselfIsACycle() {
    assertThat(problem(bento("prod", dish("a", "a")))).hasMessageContaining("a → a");
  }

  @Test
  void aLongChainIsNoProblem() throws Exception {
    Dish[] dishes = new Dish[20_000];
    for (int i = 0; i < dishes.length; i++) {
      dishes[i] = i == 0 ? dish("d0") : dish("d" + i, "d" + (i - 1));
    }

    assertThat(DishGraph.of(bento("prod", dishes)).levels()).hasSize(dishes.length);
  }

  private static List<List<String>> names(DishGraph graph) {
    return graph.levels().stream().map(level -> level.stream().map(Dish::name).toList()).toList();
  }

  private static WorkspaceProblem problem(Bento bento) {
    return catchThrowableOfType(WorkspaceProblem.class, () -> DishGraph.of(bento));
  }
}
