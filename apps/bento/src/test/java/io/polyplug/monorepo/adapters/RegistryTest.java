package io.polyplug.monorepo.adapters;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.monorepo.SampleFiles;
import io.polyplug.monorepo.config.Dish;
import io.polyplug.monorepo.config.WorkspaceReader;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegistryTest {
  private final AtomicInteger asked = new AtomicInteger();
  private final AtomicInteger questions = new AtomicInteger();
  private SampleFiles files;
  private AdapterRegistry registry;

  @BeforeEach
  void in(@TempDir Path folder) throws Exception {
    files = new SampleFiles(folder.toRealPath()).write("bento.toml");
    FakePlugin zig = new FakePlugin("zig", "build.zig", questions);
    FakePlugin go = new FakePlugin("go", "build.zig", questions);
    registry =
        new AdapterRegistry(
            Builtins.all(files),
            () -> {
              asked.incrementAndGet();
              return List.of(go, zig);
            });
  }

  @Test
  void aBuiltInAdapterWinsOverAPluginOfTheSameId() {
    assertThat(registry.byId("go").orElseThrow()).isInstanceOf(BuiltinAdapter.class);
    assertThat(asked).hasValue(0);
  }

  @Test
  void pluginsAreAskedForOnceAndOnlyWhereNoBuiltInServes() {
    files.write("a/go.mod").write("b/build.zig").folder("c");

    assertThat(registry.detect(files.at("a")).orElseThrow().id()).isEqualTo("go");
    assertThat(asked).hasValue(0);
    assertThat(registry.byId("zig")).isPresent();
    assertThat(registry.detect(files.at("b"))).isPresent();
    assertThat(registry.detect(files.at("c"))).isEmpty();
    assertThat(registry.byId("absent")).isEmpty();
    assertThat(asked).hasValue(1);
  }

  @Test
  void theFirstPluginThatRecognisesADishHasIt() {
    files.write("b/build.zig");

    assertThat(registry.detect(files.at("b")).orElseThrow()).isInstanceOf(FakePlugin.class);
    assertThat(questions).hasValue(1);
  }

  @Test
  void aPluginIsAskedAboutADishOnce() {
    files.folder("c");

    assertThat(registry.detect(files.at("c"))).isEmpty();
    assertThat(registry.detect(files.at("c"))).isEmpty();
    assertThat(questions).hasValue(2);
  }

  @Test
  void theLanguageOfADishBeatsWhatWouldBeDetected() throws Exception {
    files.write("bentos/p.toml", "name = 'p'", "dishes = ['a', 'b', 'c']");
    files.write("a/dish.toml", "name = 'a'", "language = 'ruby'").write("a/go.mod");
    files.write("b/dish.toml", "name = 'b'").write("b/go.mod");
    files.write("c/dish.toml", "name = 'c'", "language = 'nothing'").write("c/go.mod");
    List<Dish> dishes = WorkspaceReader.read(files.root(), 1).bentos().getFirst().dishes();

    assertThat(registry.of(dishes.get(0)).orElseThrow().id()).isEqualTo("ruby");
    assertThat(registry.of(dishes.get(1)).orElseThrow().id()).isEqualTo("go");
    assertThat(registry.of(dishes.get(2))).isEmpty();
  }

  @Test
  void pinsThatNoDishUsesAreFound() throws Exception {
    files.write("bento.toml", "[toolchain]", "go = '1'", "rust = '1'", "zig = '1'", "node = '1'");
    files.write("bentos/p.toml", "name = 'p'", "dishes = ['a', 'b']");
    files.write("a/dish.toml", "name = 'a'", "[toolchain]", "ruby = '1'", "go = '2'");
    files.write("a/go.mod").write("b/dish.toml", "name = 'b'", "language = 'zig'");

    assertThat(UnusedPins.find(WorkspaceReader.read(files.root(), 1), registry))
        .containsExactly("node", "ruby", "rust");
  }
}
