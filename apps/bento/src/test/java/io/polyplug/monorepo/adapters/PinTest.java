package io.polyplug.monorepo.adapters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.polyplug.monorepo.ProblemKind;
import io.polyplug.monorepo.SampleFiles;
import io.polyplug.monorepo.WorkspaceProblem;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

class PinTest {
  private static final String DISH = "apps/x";
  private SampleFiles files;

  @BeforeEach
  void in(@TempDir Path folder) {
    files = new SampleFiles(folder).write("bento.toml").folder(DISH);
  }

  /** In the samples {@code ¶} ends a line. */
  @ParameterizedTest
  @CsvFileSource(resources = "pins.csv", delimiter = '|', quoteCharacter = '`')
  void aFileOfTheDishPinsOrDoesNot(String id, String file, String content, String pin)
      throws Exception {
    files.write(DISH + "/" + file, content == null ? new String[0] : content.split("¶", -1));

    assertThat(pin(id)).isEqualTo(pin);
  }

  @ParameterizedTest
  @CsvSource({
    "cargo, rust-toolchain, rust:1",
    "cargo, .tool-versions, rust:rust-1",
    "python, .python-version, python:1",
    "python-uv, .python-version, python:1",
    "ruby, .ruby-version, ruby:1",
    "node-npm, .nvmrc, node:1",
    "node-npm, .node-version, node:1",
    "bun, .tool-versions, bun:bun-1",
    "maven, .java-version, none",
    "php, .php-version, none",
    "deno, .deno-version, none",
    "bun, .bun-version, none",
    "go, .tool-versions, go:go-1",
  })
  void someFilesCountAboveTheDishTooAndOthersDoNot(String id, String file, String pin)
      throws Exception {
    boolean versions = file.equals(".tool-versions");
    files.write(file, versions ? "rust rust-1\nbun bun-1\ngolang go-1" : "1");

    assertThat(pin(id)).isEqualTo(pin);
  }

  @Test
  void theNearestFileWins() throws Exception {
    files.write(".nvmrc", "18").write("apps/.nvmrc", "20");

    assertThat(pin("node-npm")).isEqualTo("node:20");
  }

  @Test
  void aNearestFileThatYieldsNothingLeadsToTheNextSourceAndNotFurtherUp() throws Exception {
    files.write(".nvmrc", "18").write("apps/.nvmrc", "lts/*").write(".node-version", "16");

    assertThat(pin("node-npm")).isEqualTo("node:16");
  }

  @Test
  void nothingAboveTheBoundaryCounts() throws Exception {
    files.write(".nvmrc", "18").write("apps/bento.toml");

    assertThat(pin("node-npm")).isEqualTo("none");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "go | .tool-versions=go 2 | go.mod=go 1 | go:1",
        "cargo | rust-toolchain=2 | rust-toolchain.toml=[toolchain]@channel = '1' | rust:1",
        "cargo | .tool-versions=rust 2 | rust-toolchain=1 | rust:1",
        "python | pyproject.toml=[project]@requires-python = '2' | .python-version=1 | python:1",
        "python | .tool-versions=python 2 | pyproject.toml=[project]@requires-python = '1' | python:1",
        "ruby | Gemfile=ruby '2' | .ruby-version=1 | ruby:1",
        "ruby | .tool-versions=ruby 2 | Gemfile=ruby '1' | ruby:1",
        "php | composer.json={\"require\":{\"php\":\"2\"}} | .php-version=1 | php:1",
        "php | .tool-versions=php 2 | composer.json={\"require\":{\"php\":\"1\"}} | php:1",
        "maven | .sdkmanrc=java=2 | .java-version=1 | java:1",
        "maven | pom.xml=<maven.compiler.source>2</ | .sdkmanrc=java=1 | java:1",
        "maven | .tool-versions=java 2 | pom.xml=<maven.compiler.source>1</ | java:1",
        "gradle | gradle/libs.versions.toml=[versions]@java = '2' | .sdkmanrc=java=1 | java:1",
        "gradle | gradle.properties=java.version=2 | gradle/libs.versions.toml=[versions]@java = '1' | java:1",
        "gradle | build.gradle.kts=JavaLanguageVersion.of(2) | gradle.properties=java.version=1 | java:1",
        "gradle | build.gradle=JavaLanguageVersion.of(2) | build.gradle.kts=targetCompatibility = 1 | java:1",
        "gradle | .tool-versions=java 2 | build.gradle=sourceCompatibility = 1 | java:1",
        "deno | deno.json={\"deno\":\"2\"} | .deno-version=1 | deno:1",
        "deno | deno.jsonc={\"deno\":\"2\"} | deno.json={\"deno\":\"1\"} | deno:1",
        "bun | .tool-versions=bun 2 | .bun-version=1 | bun:1",
        "bun | .nvmrc=2 | .tool-versions=bun 1 | bun:1",
        "node-npm | .node-version=2 | .nvmrc=1 | node:1",
        "node-npm | .tool-versions=nodejs 2 | .node-version=1 | node:1",
        "node-npm | package.json={\"volta\":{\"node\":\"2\"}} | .tool-versions=node 1 | node:1",
      })
  void earlierSourcesBeatLaterOnes(String id, String later, String earlier, String pin)
      throws Exception {
    write(later);
    write(earlier);

    assertThat(pin(id)).isEqualTo(pin);
  }

  @Test
  void aPackageFileThatIsNoJsonIsAProblemOnceItIsNeeded() throws Exception {
    files.write(DISH + "/package.json", "{oops");

    WorkspaceProblem problem = catchThrowableOfType(WorkspaceProblem.class, () -> pin("node-npm"));

    assertThat(problem.kind()).isEqualTo(ProblemKind.CONFIG_PARSE);
    assertThat(problem.where()).hasValue(files.at(DISH + "/package.json").toString());
    files.write(".nvmrc", "20");
    assertThat(pin("node-npm")).isEqualTo("node:20");
  }

  private void write(String sample) {
    int cut = sample.indexOf('=');
    files.write(DISH + "/" + sample.substring(0, cut), sample.substring(cut + 1).split("@"));
  }

  private String pin(String id) throws WorkspaceProblem {
    return Builtins.adapter(files, id)
        .pin(files.at(DISH))
        .map(pin -> pin.tool() + ":" + pin.version())
        .orElse("none");
  }
}
