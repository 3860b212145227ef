package io.polyplug.monorepo.adapters;

import io.polyplug.monorepo.adapters.Detection.Marker;
import io.polyplug.monorepo.adapters.DiagnosticHooks.Fixed;
import io.polyplug.monorepo.adapters.TaskCommand.Cargo;
import io.polyplug.monorepo.adapters.TaskCommand.Deno;
import io.polyplug.monorepo.adapters.TaskCommand.Plain;
import io.polyplug.monorepo.adapters.TaskCommand.Wrapped;
import java.util.List;

/** The table of built-in languages that are not Node's, row by row as in sections 5 and 7. */
final class Languages {
  private static final DiagnosticHooks.None NO_HOOKS = new DiagnosticHooks.None();

  private Languages() {}

  /** All of them, in the order of detection. */
  static List<Language> all() {
    return List.of(
        go(),
        cargo(),
        pythonUv(),
        python(),
        ruby(),
        php(),
        maven(),
        gradle(),
        deno(),
        NodeLanguages.bun(),
        NodeLanguages.pnpm(),
        NodeLanguages.yarn(),
        NodeLanguages.npm());
  }

  private static Language go() {
    List<String> inputs = List.of("**/*.go", "go.mod", "go.sum");
    return new Language(
        "go",
        "go",
        Marker.of("go.mod"),
        List.of("go.mod", "go.sum", ".tool-versions"),
        Globs.NONE,
        List.of(
            TaskRow.of("build", "go build ./...", inputs),
            TaskRow.of("check", "go vet ./...", inputs),
            TaskRow.of("test", "go test ./...", inputs),
            TaskRow.of("lint", "golangci-lint run", inputs).and(".golangci.yml", ".golangci.yaml")),
        Pins.GO,
        new VersionProbe.Command(List.of("go"), "version"),
        new Installers.ToCache(new Plain("go mod download")),
        new DiagnosticHooks.GolangciLint());
  }

  private static Language cargo() {
    List<String> inputs = Globs.EVERYTHING;
    return new Language(
        "cargo",
        "rust",
        Marker.of("Cargo.toml"),
        List.of(
            "Cargo.toml",
            "Cargo.lock",
            "rust-toolchain",
            "rust-toolchain.toml",
            "clippy.toml",
            ".clippy.toml",
            "rustfmt.toml",
            ".rustfmt.toml",
            ".tool-versions"),
        List.of("target/**"),
        List.of(
            TaskRow.of("build", new Cargo("build", ""), inputs),
            TaskRow.of("check", new Cargo("check", " --all-targets"), inputs),
            TaskRow.of("test", new Cargo("test", ""), inputs),
            TaskRow.of("lint", new Cargo("clippy", " --all-targets -- -D warnings"), inputs)),
        Pins.RUST,
        VersionProbe.Command.of("rustc"),
        new Installers.ToCache(new Cargo("fetch", "")),
        Fixed.appending(
            "--message-format=json", "cargo-message", "build", "check", "test", "lint"));
  }

  private static Language pythonUv() {
    List<String> inputs =
        List.of("src/**", "**/*.py", "pyproject.toml", "uv.lock", "setup.py", "setup.cfg");
    return new Language(
        "python-uv",
        "python",
        Marker.of("uv.lock"),
        List.of(
            "pyproject.toml",
            "uv.lock",
            "requirements.txt",
            "requirements-dev.txt",
            "setup.cfg",
            "setup.py",
            ".python-version",
            ".tool-versions"),
        Globs.PYTHON_DERIVED,
        List.of(
            TaskRow.of("build", "uv build", inputs).makes("dist/**"),
            TaskRow.of("test", "uv run pytest", inputs),
            TaskRow.of("lint", "uv run ruff check .", inputs).and("ruff.toml", ".ruff.toml")),
        Pins.PYTHON,
        new VersionProbe.Uv(),
        new Installers.IntoDish("uv sync --frozen", ".venv", true),
        Fixed.appending("--output-format=json", "ruff", "lint"));
  }

  private static Language python() {
    List<String> inputs =
        List.of(
            "src/**", "**/*.py", "pyproject.toml", "setup.py", "setup.cfg", "requirements*.txt");
    return new Language(
        "python",
        "python",
        new Detection.Python(),
        List.of(
            "pyproject.toml",
            "requirements.txt",
            "requirements-dev.txt",
            "setup.cfg",
            "setup.py",
            ".python-version",
            ".tool-versions",
            "poetry.lock",
            "uv.lock"),
        Globs.PYTHON_DERIVED,
        List.of(
            TaskRow.of("build", "python -m build", inputs).makes("dist/**", "build/**"),
            TaskRow.of("test", "pytest", inputs),
            TaskRow.of("lint", "ruff check .", inputs).and("ruff.toml", ".ruff.toml")),
        Pins.PYTHON,
        VersionProbe.Command.of("python", "python3"),
        new Installers.Python(),
        Fixed.appending("--output-format=json", "ruff", "lint"));
  }

  private static Language ruby() {
    List<String> inputs = List.of("**/*.rb", "Gemfile", "Gemfile.lock");
    return new Language(
        "ruby",
        "ruby",
        Marker.of("Gemfile"),
        List.of("Gemfile", "Gemfile.lock", ".ruby-version", ".tool-versions"),
        List.of(".bundle/**", "vendor/bundle/**"),
        List.of(
            TaskRow.of("build", "bundle check", inputs),
            TaskRow.of("test", new TaskCommand.RubyTest(), inputs)
                .and("spec/**/*.rb", "test/**/*.rb"),
            TaskRow.of("lint", "bundle exec rubocop", inputs)
                .and(".rubocop.yml", ".rubocop_todo.yml")),
        Pins.RUBY,
        VersionProbe.Command.of("ruby"),
        new Installers.Ruby(),
        NO_HOOKS);
  }

  private static Language php() {
    List<String> inputs = List.of("**/*.php", "composer.json", "composer.lock");
    return new Language(
        "php",
        "php",
        Marker.of("composer.json"),
        List.of("composer.json", "composer.lock", ".php-version", ".tool-versions"),
        List.of("vendor/**"),
        List.of(
            TaskRow.of("build", "composer install", inputs).makes("vendor/**"),
            TaskRow.of("test", "vendor/bin/phpunit", inputs)
                .and("phpunit.xml", "phpunit.xml.dist", "tests/**"),
            TaskRow.of("lint", "vendor/bin/phpstan analyse", inputs)
                .and("phpstan.neon", "phpstan.neon.dist", "phpstan.dist.neon")),
        Pins.PHP,
        VersionProbe.Command.of("php"),
        new Installers.IntoDish("composer install", "vendor/autoload.php", false),
        NO_HOOKS);
  }

  private static Language maven() {
    List<String> inputs = Globs.EVERYTHING;
    return new Language(
        "maven",
        "java",
        Marker.of("pom.xml"),
        List.of(
            "pom.xml",
            "mvnw",
            ".mvn/**",
            "settings.xml",
            ".java-version",
            ".sdkmanrc",
            ".tool-versions"),
        List.of("target/**"),
        List.of(
            TaskRow.of("build", maven(" -B package -DskipTests"), inputs)
                .makes("target/*.jar", "target/*.war"),
            TaskRow.of("test", maven(" -B test"), inputs).and("src/test/**"),
            TaskRow.of("lint", maven(" -B verify -DskipTests"), inputs)
                .and("checkstyle.xml", "spotbugs-exclude.xml")),
        Pins.MAVEN,
        new VersionProbe.Java(),
        new Installers.ToCache(maven(" -B dependency:resolve -q")),
        NO_HOOKS);
  }

  private static TaskCommand maven(String arguments) {
    return new Wrapped("mvnw", "mvn", arguments);
  }

  private static Language gradle() {
    List<String> inputs = Globs.EVERYTHING;
    return new Language(
        "gradle",
        "java",
        Marker.of("build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"),
        List.of(
            "build.gradle",
            "build.gradle.kts",
            "settings.gradle",
            "settings.gradle.kts",
            "gradle.properties",
            "gradle/libs.versions.toml",
            "gradle/wrapper/gradle-wrapper.properties",
            ".java-version",
            ".sdkmanrc",
            ".tool-versions"),
        List.of(".gradle/**", "build/**"),
        List.of(
            TaskRow.of("build", gradle(" build -x test"), inputs)
                .makes("build/libs/**", "build/distributions/**"),
            TaskRow.of("test", gradle(" test"), inputs).and("src/test/**"),
            TaskRow.of("lint", gradle(" check -x test"), inputs)
                .and("config/checkstyle/**", "config/detekt/**")),
        Pins.GRADLE,
        new VersionProbe.Java(),
        new Installers.ToCache(gradle(" dependencies --quiet")),
        NO_HOOKS);
  }

  private static TaskCommand gradle(String arguments) {
    return new Wrapped("gradlew", "gradle", arguments);
  }

  private static Language deno() {
    List<String> inputs =
        List.of(
            "src/**",
            "**/*.ts",
            "**/*.tsx",
            "deno.json",
            "deno.jsonc",
            "deno.lock",
            "import_map.json");
    return new Language(
        "deno",
        "deno",
        Marker.of("deno.json", "deno.jsonc", "deno.lock"),
        List.of(
            "deno.json",
            "deno.jsonc",
            "deno.lock",
            "import_map.json",
            ".deno-version",
            ".tool-versions"),
        Globs.NONE,
        List.of(
            TaskRow.of("build", new Deno("build", "deno check ."), inputs).makes("dist/**"),
            TaskRow.of("test", new Deno("test", "deno test --allow-read"), inputs),
            TaskRow.of("lint", new Deno("lint", "deno lint"), inputs)),
        Pins.DENO,
        VersionProbe.Command.of("deno"),
        new Installers.Deno(),
        NO_HOOKS);
  }
}
