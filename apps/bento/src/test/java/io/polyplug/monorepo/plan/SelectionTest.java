package io.polyplug.monorepo.plan;

import static io.polyplug.monorepo.plan.SampleDishes.bento;
import static io.polyplug.monorepo.plan.SampleDishes.dish;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.polyplug.monorepo.ProblemKind;
import io.polyplug.monorepo.WorkspaceProblem;
import io.polyplug.monorepo.config.Bento;
import io.polyplug.monorepo.config.Dish;
import io.polyplug.monorepo.config.RepositorySettings;
import io.polyplug.monorepo.config.ToolPins;
import io.polyplug.monorepo.config.Workspace;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SelectionTest {
  private final Dish lib = dish("lib");
  private final Dish api = dish("api", "lib");
  private final Dish both = dish("both");
  private final Bento dev = bento("dev", api, lib);
  private final Bento prod = bento("prod", lib, both);
  private final Bento twin = bento("both");

  @Test
  void withoutATargetEverythingIsSelectedInItsOrder() throws Exception {
    assertThat(select(null, null))
        .containsExactly(
            new Selection.Selected(twin, List.of()),
            new Selection.Selected(dev, List.of(api, lib)),
            new Selection.Selected(prod, List.of(lib, both)));
  }

  @Test
  void aBentoTargetSelectsItsDishes() throws Exception {
    assertThat(select("dev", null)).containsExactly(new Selection.Selected(dev, List.of(api, lib)));
  }

  @Test
  void aDishTargetSelectsThatDishWithoutItsDependencies() throws Exception {
    assertThat(select("api", null)).containsExactly(new Selection.Selected(dev, List.of(api)));
  }

  @Test
  void aDishTargetIsSelectedInEveryBentoThatHasIt() throws Exception {
    assertThat(select("lib", null))
        .containsExactly(
            new Selection.Selected(dev, List.of(lib)), new Selection.Selected(prod, List.of(lib)));
  }

  @Test
  void theBentoOptionFilters() throws Exception {
    assertThat(select("lib", "prod")).containsExactly(new Selection.Selected(prod, List.of(lib)));
    assertThat(select(null, "dev")).containsExactly(new Selection.Selected(dev, List.of(api, lib)));
  }

  @Test
  void anUnknownBentoOptionMatchesNothing() throws Exception {
    assertThat(select(null, "absent")).isEmpty();
  }

  @Test
  void aTargetThatIsABentoAndADishIsAmbiguous() {
    assertThat(problem("both").kind()).isEqualTo(ProblemKind.TARGET_AMBIGUOUS);
  }

  @Test
  void anUnknownTargetListsWhatThereIs() {
    assertThat(problem("absent").kind()).isEqualTo(ProblemKind.TARGET_NOT_FOUND);
    assertThat(problem("absent").nextSteps())
        .containsExactly("both", "dev", "prod", "api", "both", "lib");
  }

  private List<Selection.Selected> select(@Nullable String target, @Nullable String bento)
      throws WorkspaceProblem {
    RepositorySettings settings =
        new RepositorySettings(
            1,
            true,
            new RepositorySettings.RemoteSettings(
                Optional.empty(), "", Optional.empty(), "", false),
            RepositorySettings.ContainerMode.NEVER,
            Optional.empty(),
            ToolPins.NONE,
            List.of(),
            Optional.empty());
    Workspace workspace = new Workspace(SampleDishes.ROOT, settings, List.of(twin, dev, prod));
    return Selection.of(workspace, Optional.ofNullable(target), Optional.ofNullable(bento));
  }

  private WorkspaceProblem problem(String target) {
    return catchThrowableOfType(WorkspaceProblem.class, () -> select(target, null));
  }
}
