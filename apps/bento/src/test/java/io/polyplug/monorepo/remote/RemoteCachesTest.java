package io.polyplug.monorepo.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.polyplug.monorepo.ProblemKind;
import io.polyplug.monorepo.WorkspaceProblem;
import io.polyplug.monorepo.config.RepositorySettings.RemoteSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Section 6.11: which cache the settings open, and who may know the secrets. */
final class RemoteCachesTest {
  private static final Map<String, String> TOKEN = Map.of("BENTO_CACHE_TOKEN", "t0ken");

  @TempDir Path home;
  private final List<String> warnings = new ArrayList<>();

  private Optional<RemoteCache> open(String address, Map<String, String> environment)
      throws WorkspaceProblem {
    return RemoteCaches.open(
        RemoteStage.settings(address), environment, home, warnings::add, false);
  }

  @ParameterizedTest
  @CsvSource({
    "bento://cache.example,https://cache.example",
    "bento://cache.example/team/a/,https://cache.example/team/a",
    "https://cache.example:8443/x,https://cache.example:8443/x",
    "http://127.0.0.1:1,http://127.0.0.1:1",
    "bazel+https://me:pass@cache.example/x,bazel+https://cache.example/x",
    "bazel+http://cache.example,bazel+http://cache.example"
  })
  void anAddressOpensItsCacheAndIsShownWithoutSecrets(String address, String shown)
      throws WorkspaceProblem {
    try (RemoteCache cache = open(address, TOKEN).orElseThrow()) {
      assertThat(cache.address()).isEqualTo(shown);
    }
    assertThat(warnings).isEmpty();
  }

  @Test
  void noAddressIsNoCacheAndAProblemForPushAndPull() throws WorkspaceProblem {
    RemoteSettings none =
        new RemoteSettings(Optional.empty(), "us-east-1", Optional.empty(), "X", false);
    assertThat(RemoteCaches.open(none, TOKEN, home, warnings::add, false)).isEmpty();
    assertThat(warnings).isEmpty();
    assertThatThrownBy(() -> RemoteCaches.open(none, TOKEN, home, warnings::add, true))
        .isInstanceOfSatisfying(
            WorkspaceProblem.class,
            it -> assertThat(it.kind()).isEqualTo(ProblemKind.NO_REMOTE_CACHE));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ftp://me:hunter2@cache.example",
        "https://me:hunter2@cache.example",
        "cache.example hunter2",
        "bento://",
        "bazel+ftp://cache.example/hunter2",
        "https://cache.example/?hunter2",
        "s3://me:hunter2@bucket"
      })
  void anAddressThatIsNoneIsLeftOutWithAWarningThatDoesNotShowIt(String address)
      throws WorkspaceProblem {
    assertThat(open(address, TOKEN)).isEmpty();
    assertThat(warnings).singleElement().asString().doesNotContain("hunter2");
    assertThatThrownBy(
            () ->
                RemoteCaches.open(RemoteStage.settings(address), TOKEN, home, warnings::add, true))
        .isInstanceOf(WorkspaceProblem.class)
        .message()
        .doesNotContain("hunter2");
  }

  @Test
  void withoutATokenTheDocumentsServersAreLeftOutAndBazelsAreNot() throws WorkspaceProblem {
    assertThat(open("bento://cache.example", Map.of("BENTO_CACHE_TOKEN", " "))).isEmpty();
    assertThat(warnings).singleElement().asString().contains("BENTO_CACHE_TOKEN");
    try (RemoteCache cache = open("bazel+http://cache.example", Map.of()).orElseThrow()) {
      assertThat(cache.address()).startsWith("bazel+");
    }
  }

  @Test
  void aTokenMayBeInTheHome() throws Exception {
    Files.createDirectory(home.resolve(".bento"));
    Files.writeString(home.resolve(".bento/credentials"), "fr0m-file\n");
    try (FakeServer server = new FakeServer();
        RemoteCache cache = open(server.url(), Map.of("CI", "true")).orElseThrow()) {
      cache.has(RemoteStage.KEY);
      assertThat(server.seen.getFirst().headers().getFirst("Authorization"))
          .isEqualTo("Bearer fr0m-file");
      assertThat(server.seen.getFirst().headers().getFirst("User-Agent"))
          .isEqualTo("bento/0.2.0 (ci)");
    }
  }

  @Test
  void aTokenThatNoHeaderCanHoldIsNotShown() throws WorkspaceProblem {
    assertThat(open("bento://cache.example", Map.of("BENTO_CACHE_TOKEN", "hunter2\r\nX: y")))
        .isEmpty();
    assertThat(warnings).singleElement().asString().doesNotContain("hunter2");
  }
}
