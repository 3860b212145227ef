package io.polyplug.monorepo.adapters;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.monorepo.SampleFiles;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LanguageGlobsTest {
  private static final String PYTHON =
      "**/*.egg-info/** dist/** build/** **/__pycache__/** **/*.pyc .venv/** venv/**";
  private static final String NODE =
      "node_modules/** dist/** build/** out/** .next/** .nuxt/** .output/** .svelte-kit/** .turbo/**"
          + " .cache/** .parcel-cache/** .eslintcache coverage/** storybook-static/**";

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "go | go.mod go.sum .tool-versions",
        "cargo | Cargo.toml Cargo.lock rust-toolchain rust-toolchain.toml clippy.toml .clippy.toml rustfmt.toml .rustfmt.toml .tool-versions",
        "python-uv | pyproject.toml uv.lock requirements.txt requirements-dev.txt setup.cfg setup.py .python-version .tool-versions",
        "python | pyproject.toml requirements.txt requirements-dev.txt setup.cfg setup.py .python-version .tool-versions poetry.lock uv.lock",
        "ruby | Gemfile Gemfile.lock .ruby-version .tool-versions",
        "php | composer.json composer.lock .php-version .tool-versions",
        "maven | pom.xml mvnw .mvn/** settings.xml .java-version .sdkmanrc .tool-versions",
        "gradle | build.gradle build.gradle.kts settings.gradle settings.gradle.kts gradle.properties gradle/libs.versions.toml gradle/wrapper/gradle-wrapper.properties .java-version .sdkmanrc .tool-versions",
        "deno | deno.json deno.jsonc deno.lock import_map.json .deno-version .tool-versions",
        "bun | package.json bun.lock bun.lockb bunfig.toml .bun-version .nvmrc .node-version .tool-versions",
        "node-pnpm | package.json pnpm-lock.yaml .npmrc .nvmrc .node-version .tool-versions",
        "node-yarn | package.json yarn.lock .yarnrc.yml .nvmrc .node-version .tool-versions",
        "node-npm | package.json package-lock.json .nvmrc .node-version .tool-versions",
      })
  void everyLanguageHasItsFingerprintFiles(String id, String globs) {
    assertThat(adapter(id).fingerprintFiles()).containsExactly(globs.split(" "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "go |",
        "cargo | target/**",
        "python-uv | " + PYTHON,
        "python | " + PYTHON,
        "ruby | .bundle/** vendor/bundle/**",
        "php | vendor/**",
        "maven | target/**",
        "gradle | .gradle/** build/**",
        "deno |",
        "bun | " + NODE,
        "node-pnpm | " + NODE,
        "node-yarn | " + NODE,
        "node-npm | " + NODE,
      })
  void whatALanguageDerivesIsNeverAnInput(String id, String globs) {
    assertThat(adapter(id).derived())
        .containsExactly(globs == null ? new String[0] : globs.split(" "));
  }

  @ParameterizedTest
  @CsvSource({
    "go, go",
    "cargo, rust",
    "python-uv, python",
    "python, python",
    "ruby, ruby",
    "php, php",
    "maven, java",
    "gradle, java",
    "deno, deno",
    "bun, bun",
    "node-pnpm, node",
    "node-yarn, node",
    "node-npm, node",
  })
  void toolsArePinnedByTheNameOfTheRuntime(String id, String tool) {
    assertThat(adapter(id).toolName()).isEqualTo(tool);
  }

  private Adapter adapter(String id) {
    return Builtins.adapter(new SampleFiles(folder), id);
  }
}
