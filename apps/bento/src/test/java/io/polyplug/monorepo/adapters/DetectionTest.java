package io.polyplug.monorepo.adapters;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.monorepo.SampleFiles;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DetectionTest {
  private SampleFiles files;

  @BeforeEach
  void in(@TempDir Path folder) {
    files = new SampleFiles(folder).write("bento.toml").folder("dish");
  }

  @Test
  void theOrderIsFixed() {
    assertThat(Builtins.all(files))
        .extracting(Adapter::id)
        .containsExactly(
            "go",
            "cargo",
            "python-uv",
            "python",
            "ruby",
            "php",
            "maven",
            "gradle",
            "deno",
            "bun",
            "node-pnpm",
            "node-yarn",
            "node-npm");
  }

  @ParameterizedTest
  @CsvSource({
    "go.mod, go",
    "Cargo.toml, cargo",
    "uv.lock, python-uv",
    "requirements.txt, python",
    "setup.py, python",
    "Gemfile, ruby",
    "composer.json, php",
    "pom.xml, maven",
    "build.gradle, gradle",
    "build.gradle.kts, gradle",
    "settings.gradle, gradle",
    "settings.gradle.kts, gradle",
    "deno.json, deno",
    "deno.jsonc, deno",
    "deno.lock, deno",
    "package.json, node-npm",
  })
  void aMarkerIsARegularFileDirectlyInTheDish(String marker, String id) {
    assertThat(detected()).isEmpty();
    files.folder("dish/" + marker);
    assertThat(detected()).isEmpty();
    files.write("dish/inner/" + marker);
    assertThat(detected()).isEmpty();

    files.folder("other").write("other/" + marker);
    assertThat(first("other")).isEqualTo(id);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[project]", "[build-system]", "[tool.poetry]", "project = 1"})
  void aProjectFileWithSomethingOfPythonIsPython(String line) {
    files.write("dish/pyproject.toml", line);

    assertThat(detected()).containsExactly("python");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[tool.ruff]", "[project", "tool = 1", ""})
  void aProjectFileOfOtherToolsIsNotPython(String line) {
    files.write("dish/pyproject.toml", line);

    assertThat(detected()).isEmpty();
  }

  @Test
  void ofSeveralThatMatchTheFirstInTheOrderWins() {
    files.write("dish/go.mod").write("dish/package.json", "{}").write("dish/requirements.txt");

    assertThat(first("dish")).isEqualTo("go");
    assertThat(detected()).containsExactly("go", "python", "node-npm");
  }

  @ParameterizedTest
  @CsvSource({
    "pnpm-lock.yaml, node-pnpm",
    "yarn.lock, node-yarn",
    "bun.lock, bun",
    "bun.lockb, bun",
    "package-lock.json, node-npm",
    "npm-shrinkwrap.json, node-npm",
  })
  void aLockFileTellsThePackageManager(String lock, String id) {
    files.write("dish/package.json", "{}").write("dish/" + lock);

    assertThat(detected()).containsExactly(id);
  }

  @Test
  void withoutAPackageFileInTheDishItIsNotNode() {
    files.write("package.json", "{\"packageManager\":\"pnpm@9\"}").write("dish/yarn.lock");

    assertThat(detected()).isEmpty();
  }

  @Test
  void theNearestFolderWithALockFileDecidesAndWithinItTheOrder() {
    files.write("apps/x/package.json", "{}").write("apps/yarn.lock").write("apps/bun.lock");
    files.write("pnpm-lock.yaml");

    assertThat(first("apps/x")).isEqualTo("node-yarn");
  }

  @ParameterizedTest
  @CsvSource({
    "pnpm@9.1.0, node-pnpm",
    "yarn@4, node-yarn",
    "bun@1.1, bun",
    "npm@10, node-npm",
    "pnpm, node-pnpm",
    "other@1, node-npm",
  })
  void aDeclaredManagerAnywhereOnTheWayBeatsLockFiles(String declared, String id) {
    files.write("apps/x/package.json", "{}").write("apps/x/yarn.lock");
    files.write("package.json", "{\"packageManager\":\"" + declared + "\"}");

    assertThat(first("apps/x")).isEqualTo(id);
  }

  @Test
  void aDeclaredManagerMustBeAText() {
    files.write("dish/package.json", "{\"packageManager\":{\"name\":\"pnpm\"}}");

    assertThat(first("dish")).isEqualTo("node-npm");
  }

  @Test
  void thePackageFileOfAnotherKindOfTextDeclaresNothing() {
    files.write("dish/package.json", "no json").write("dish/yarn.lock");

    assertThat(first("dish")).isEqualTo("node-yarn");
  }

  @ParameterizedTest
  @ValueSource(strings = {"repo/.git/HEAD", "repo/.git", "repo/bento.toml"})
  void theWalkUpwardsEndsWithTheFirstBoundary(String boundary) {
    files.write("pnpm-lock.yaml").write(boundary).write("repo/apps/x/package.json", "{}");

    assertThat(first("repo/apps/x")).isEqualTo("node-npm");
    files.write("repo/yarn.lock");
    assertThat(first("repo/apps/x")).isEqualTo("node-yarn");
  }

  private List<String> detected() {
    return Builtins.all(files).stream()
        .filter(adapter -> adapter.detects(files.at("dish")))
        .map(Adapter::id)
        .toList();
  }

  private String first(String dish) {
    AdapterRegistry registry = new AdapterRegistry(Builtins.all(files), List::of);
    return registry.detect(files.at(dish)).map(Adapter::id).orElse("nobody");
  }
}
