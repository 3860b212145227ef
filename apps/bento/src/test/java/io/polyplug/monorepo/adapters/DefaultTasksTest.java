package io.polyplug.monorepo.adapters;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.bento.AdapterTask;
import io.polyplug.monorepo.SampleFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DefaultTasksTest {
  private SampleFiles files;

  @BeforeEach
  void in(@TempDir Path folder) {
    files = new SampleFiles(folder).write("bento.toml").folder("apps/x");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "go | build | go build ./... | **/*.go go.mod go.sum |",
        "go | check | go vet ./... | **/*.go go.mod go.sum |",
        "go | test | go test ./... | **/*.go go.mod go.sum |",
        "go | lint | golangci-lint run | **/*.go go.mod go.sum .golangci.yml .golangci.yaml |",
        "cargo | build | cargo build | ** |",
        "cargo | check | cargo check --all-targets | ** |",
        "cargo | test | cargo test | ** |",
        "cargo | lint | cargo clippy --all-targets -- -D warnings | ** |",
        "python-uv | build | uv build | src/** **/*.py pyproject.toml uv.lock setup.py setup.cfg | dist/**",
        "python-uv | test | uv run pytest | src/** **/*.py pyproject.toml uv.lock setup.py setup.cfg |",
        "python-uv | lint | uv run ruff check . | src/** **/*.py pyproject.toml uv.lock setup.py setup.cfg ruff.toml .ruff.toml |",
        "python | build | python -m build | src/** **/*.py pyproject.toml setup.py setup.cfg requirements*.txt | dist/** build/**",
        "python | test | pytest | src/** **/*.py pyproject.toml setup.py setup.cfg requirements*.txt |",
        "python | lint | ruff check . | src/** **/*.py pyproject.toml setup.py setup.cfg requirements*.txt ruff.toml .ruff.toml |",
        "ruby | build | bundle check | **/*.rb Gemfile Gemfile.lock |",
        "ruby | test | bundle exec rspec | **/*.rb Gemfile Gemfile.lock spec/**/*.rb test/**/*.rb |",
        "ruby | lint | bundle exec rubocop | **/*.rb Gemfile Gemfile.lock .rubocop.yml .rubocop_todo.yml |",
        "php | build | composer install | **/*.php composer.json composer.lock | vendor/**",
        "php | test | vendor/bin/phpunit | **/*.php composer.json composer.lock phpunit.xml phpunit.xml.dist tests/** |",
        "php | lint | vendor/bin/phpstan analyse | **/*.php composer.json composer.lock phpstan.neon phpstan.neon.dist phpstan.dist.neon |",
        "maven | build | mvn -B package -DskipTests | ** | target/*.jar target/*.war",
        "maven | test | mvn -B test | ** src/test/** |",
        "maven | lint | mvn -B verify -DskipTests | ** checkstyle.xml spotbugs-exclude.xml |",
        "gradle | build | gradle build -x test | ** | build/libs/** build/distributions/**",
        "gradle | test | gradle test | ** src/test/** |",
        "gradle | lint | gradle check -x test | ** config/checkstyle/** config/detekt/** |",
        "deno | build | deno check . | src/** **/*.ts **/*.tsx deno.json deno.jsonc deno.lock import_map.json | dist/**",
        "deno | test | deno test --allow-read | src/** **/*.ts **/*.tsx deno.json deno.jsonc deno.lock import_map.json |",
        "deno | lint | deno lint | src/** **/*.ts **/*.tsx deno.json deno.jsonc deno.lock import_map.json |",
        "bun | build | bun run build | ** bun.lockb bunfig.toml | dist/** build/**",
        "bun | test | bun test | ** bun.lockb bunfig.toml |",
        "bun | lint | bun run lint | ** bun.lockb bunfig.toml .eslintrc* eslint.config.* |",
        "node-pnpm | build | pnpm run build | ** | dist/** build/**",
        "node-pnpm | test | pnpm test | ** |",
        "node-pnpm | lint | pnpm run lint | ** .eslintrc* eslint.config.* |",
        "node-yarn | build | yarn build | ** | dist/** build/**",
        "node-yarn | test | yarn test | ** |",
        "node-yarn | lint | yarn lint | ** .eslintrc* eslint.config.* |",
        "node-npm | build | npm run build | ** | dist/** build/**",
        "node-npm | test | npm test | ** |",
        "node-npm | lint | npm run lint | ** .eslintrc* eslint.config.* |",
      })
  void everyLanguageOffersItsTasks(
      String id, String name, String run, String inputs, String outputs) {
    Optional<List<String>> made =
        outputs == null ? Optional.empty() : Optional.of(List.of(outputs.split(" ")));

    assertThat(Builtins.adapter(files, id).tasks(files.at("apps/x")))
        .contains(new AdapterTask(name, run, List.of(inputs.split(" ")), made));
  }

  @Test
  void onlyGoAndCargoHaveACheck() {
    for (Adapter adapter : Builtins.all(files)) {
      List<String> names =
          adapter.tasks(files.at("apps/x")).stream().map(AdapterTask::name).toList();
      if (List.of("go", "cargo").contains(adapter.id())) {
        assertThat(names).containsExactly("build", "check", "test", "lint");
      } else {
        assertThat(names).containsExactly("build", "test", "lint");
      }
    }
  }

  @Test
  void cargoKeepsToALockFileHereOrAbove() {
    files.write("Cargo.lock");

    assertThat(run("cargo", "build")).isEqualTo("cargo build --locked");
    assertThat(run("cargo", "check")).isEqualTo("cargo check --locked --all-targets");
    assertThat(run("cargo", "lint"))
        .isEqualTo("cargo clippy --locked --all-targets -- -D warnings");
  }

  @Test
  void theNearestWrapperStandsInForMavenAndGradle() {
    files.write("mvnw").write("gradlew");
    assertThat(run("maven", "test")).isEqualTo("../../mvnw -B test");
    assertThat(run("gradle", "test")).isEqualTo("../../gradlew test");

    files.write("apps/mvnw").write("apps/x/gradlew");
    assertThat(run("maven", "test")).isEqualTo("../mvnw -B test");
    assertThat(run("gradle", "test")).isEqualTo("./gradlew test");
  }

  @Test
  void rubyTestsWithRakeOnlyWhereThereIsNoSpec() {
    files.folder("apps/x/test");
    assertThat(run("ruby", "test")).isEqualTo("bundle exec rspec");
    files.write("apps/x/Rakefile");
    assertThat(run("ruby", "test")).isEqualTo("bundle exec rake test");
    files.folder("apps/x/spec");
    assertThat(run("ruby", "test")).isEqualTo("bundle exec rspec");
  }

  @Test
  void denoRunsTheTasksThatItsConfigurationDeclares() {
    files.write(
        "apps/x/deno.jsonc",
        "{ // as people write it",
        "  \"tasks\": { /* two */ \"build\": \"make // it\", \"lint\": {\"command\": \"l\"}, },",
        "}");

    assertThat(run("deno", "build")).isEqualTo("deno task build");
    assertThat(run("deno", "lint")).isEqualTo("deno task lint");
    assertThat(run("deno", "test")).isEqualTo("deno test --allow-read");
  }

  private String run(String id, String task) {
    return Builtins.adapter(files, id).tasks(files.at("apps/x")).stream()
        .filter(each -> each.name().equals(task))
        .findFirst()
        .orElseThrow()
        .run();
  }
}
