package io.polyplug.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.gateway.subject.ConformanceSubject;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server under the official conformance runner, as both eras of clients see it. */
class ServerConformanceTest {
  private static final Set<String> PROBLEMS = Set.of("FAILURE", "WARNING");

  @TempDir Path folder;

  @BeforeAll
  static void findTheRunner() {
    NpmFolder.assumeInstalled(NpmFolder.NODE, NpmFolder.CONFORMANCE);
  }

  @Test
  void theLastRevisionWithSessionsIsServedAsItRequires() throws Exception {
    conformsTo("2025-11-25");
  }

  @Test
  void theFirstRevisionWithoutSessionsIsServedAsItRequires() throws Exception {
    conformsTo("2026-07-28");
  }

  private void conformsTo(String revision) throws IOException, InterruptedException {
    Path expected = folder.resolve("expected-failures.yml");
    try (InputStream file =
        ServerConformanceTest.class.getResourceAsStream("expected-failures.yml")) {
      Files.write(expected, Objects.requireNonNull(file).readAllBytes());
    }
    Path output = folder.resolve("output");
    try (HttpDoor door = new HttpDoor(ConformanceSubject.create(), 0, Optional.empty())) {
      List<String> command = new ArrayList<>();
      command.add(NpmFolder.find(NpmFolder.NODE).toString());
      command.add(NpmFolder.find(NpmFolder.CONFORMANCE).toString());
      command.add("server");
      command.addAll(List.of("--url", "http://127.0.0.1:" + door.port() + HttpDoor.PATH));
      command.addAll(List.of("--requirements", revision));
      command.addAll(List.of("--expected-failures", expected.toString()));
      command.addAll(List.of("-o", folder.resolve("results").toString()));
      Process runner =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      try {
        assertThat(runner.waitFor(110, TimeUnit.SECONDS)).isTrue();
      } finally {
        runner.destroyForcibly();
      }
      assertThat(runner.exitValue()).as(Files.readString(output)).isZero();
    }
    assertThat(problems(folder.resolve("results"))).isEmpty();
  }

  /**
   * The runner forgives what a revision only recommends and scenarios that it does not count. We
   * leave out no more than the scenarios of an extension that is not served.
   */
  private static List<String> problems(Path results) throws IOException {
    List<String> found = new ArrayList<>();
    try (Stream<Path> scenarios = Files.list(results)) {
      List<Path> all = scenarios.toList();
      assertThat(all).hasSizeGreaterThan(30);
      for (Path scenario : all) {
        if (!scenario.getFileName().toString().startsWith("server-tasks-")) {
          Json checks = Json.parse(Files.readAllBytes(scenario.resolve("checks.json")));
          JsonParts.elements(checks).stream()
              .filter(check -> PROBLEMS.contains(text(check, "status")))
              .map(check -> scenario.getFileName() + ": " + check)
              .forEach(found::add);
        }
      }
    }
    return found;
  }

  private static String text(Json object, String name) {
    return Objects.requireNonNull(
        Objects.requireNonNull(JsonParts.find(object, name)[0]).stringValue());
  }
}
