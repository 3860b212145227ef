package io.polyplug.monorepo.remote;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.Headers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Section 6.11: the document's protocol with a server that behaves. */
final class BentoServerCacheTest {
  private static final String AT = "/team/cache/" + RemoteStage.KEY;

  @TempDir Path folder;
  private RemoteStage stage;
  private FakeServer server;
  private RemoteCache remote;

  @BeforeEach
  void open() throws Exception {
    stage = new RemoteStage(folder);
    server = new FakeServer();
    remote = stage.open(server.url() + "/team/", RemoteStage.PATIENT);
  }

  @AfterEach
  void close() {
    remote.close();
    server.close();
  }

  @Test
  void aBundleGoesThereAndComesBack() throws IOException {
    Path bundle = stage.keep(RemoteStage.KEY);
    assertThat(remote.has(RemoteStage.KEY)).isFalse();
    assertThat(stage.tier(stage.here, remote).put(RemoteStage.KEY))
        .isEqualTo(new RemoteResult.Done());
    assertThat(remote.has(RemoteStage.KEY)).isTrue();
    assertThat(stage.tier(stage.there, remote).fetch(RemoteStage.KEY))
        .isEqualTo(new RemoteResult.Done());

    assertThat(stage.there.bundle(RemoteStage.KEY)).hasSameBinaryContentAs(bundle);
    assertThat(server.lines())
        .containsExactly("HEAD " + AT, "PUT " + AT, "HEAD " + AT, "HEAD " + AT, "GET " + AT);
    assertThat(server.seen.get(1).headers().getFirst("Content-Type"))
        .isEqualTo("application/x-tar");
    assertThat(stage.there.root().toFile().list()).hasSize(1);
    assertThat(stage.warnings).isEmpty();
  }

  @Test
  void everyRequestHasTheHeaders() throws IOException {
    stage.keep(RemoteStage.KEY);
    stage.tier(stage.here, remote).put(RemoteStage.KEY);
    stage.tier(stage.there, remote).fetch(RemoteStage.KEY);
    for (FakeServer.Seen seen : server.seen) {
      Headers headers = seen.headers();
      assertThat(headers.getFirst("Authorization")).isEqualTo("Bearer " + RemoteStage.TOKEN);
      assertThat(headers.getFirst("x-bento-cas-version")).isEqualTo("1");
      assertThat(headers.getFirst("x-bento-client")).isEqualTo("human");
      assertThat(headers.getFirst("User-Agent")).isEqualTo("bento/0.2.0 (human)");
    }
  }

  @Test
  void whatTheServerDoesNotHaveIsAbsentAndNoWarning() {
    assertThat(stage.tier(stage.there, remote).fetch(RemoteStage.KEY))
        .isEqualTo(new RemoteResult.Absent());
    assertThat(stage.there.root().toFile().list()).isEmpty();
    assertThat(stage.warnings).isEmpty();
  }

  @Test
  void aLargeBundleGoesInTwoStepsAndWithoutTheToken() throws IOException {
    Path large = large();
    server.then(
        FakeServer.status(
            200,
            """
            {"url":"%s/elsewhere?signature=abc","expires_at_unix_seconds":1,
             "headers":{"x-amz-meta-a":"b","Content-Length":"1"}}"""
                .formatted(server.url())),
        FakeServer.usual(),
        FakeServer.status(200, "{\"size_bytes\":1}"));
    assertThat(remote.put(RemoteStage.KEY, large)).isEqualTo(new RemoteResult.Done());

    assertThat(server.lines())
        .containsExactly(
            "POST " + AT + "/upload-url",
            "PUT /elsewhere?signature=abc",
            "POST " + AT + "/complete");
    FakeServer.Seen upload = server.seen.get(1);
    assertThat(upload.length()).isEqualTo((int) RemoteTimes.LARGE);
    assertThat(upload.headers().getFirst("x-amz-meta-a")).isEqualTo("b");
    assertThat(upload.headers().keySet())
        .noneMatch(it -> it.toLowerCase(Locale.ROOT).startsWith("x-bento"))
        .doesNotContain("Authorization");
    assertThat(server.seen.get(0).headers().getFirst("Content-Type")).isEqualTo("application/json");
    assertThat(server.seen.get(2).headers().getFirst("Authorization")).isNotNull();
  }

  @Test
  void aLargeBundleGoesNowhereIfTheServerOffersNothingUsable() throws IOException {
    Path large = large();
    for (String offer :
        List.of(
            "",
            "[]",
            "{}",
            "{\"url\":7}",
            "{\"url\":\"file:///etc/passwd\"}",
            "{\"url\":\"http://127.0.0.1:1/x\",\"headers\":{\"bad name\":\"x\"}}",
            "{\"url\":\"http://127.0.0.1:1/x\",\"headers\":{\"a\":7}}")) {
      server.then(FakeServer.status(200, offer));
      assertThat(remote.put(RemoteStage.KEY, large)).isInstanceOf(RemoteResult.Failed.class);
    }
    assertThat(server.lines()).hasSize(7).containsOnly("POST " + AT + "/upload-url");
  }

  private Path large() throws IOException {
    Path large = folder.resolve("large.tar");
    Files.write(large, new byte[(int) RemoteTimes.LARGE]);
    return large;
  }

  @Test
  void pushSendsWhatTheServerLacksAndPullFetchesWhatIsKnownBySidecar() throws Exception {
    for (int i = 0; i < 20; i++) {
      stage.keep(RemoteStage.key(i));
    }
    server.stored.put("/team/cache/" + RemoteStage.key(3), new byte[0]);
    Transfers push = new Transfers(stage.here, stage.tier(stage.here, remote));
    assertThat(push.push())
        .isEqualTo(new Transfers.Tally(server.url() + "/team", Transfers.Direction.PUSH, 19, 1, 0));
    assertThat(push.push().skipped()).isEqualTo(20);

    for (int i = 5; i < 8; i++) {
      Files.createDirectories(stage.there.root());
      Files.writeString(stage.there.root().resolve(RemoteStage.key(i) + ".inputs.json"), "{}");
    }
    Files.writeString(stage.there.root().resolve(RemoteStage.key(99) + ".inputs.json"), "{}");
    Transfers pull = new Transfers(stage.there, stage.tier(stage.there, remote));
    assertThat(pull.pull())
        .isEqualTo(new Transfers.Tally(server.url() + "/team", Transfers.Direction.PULL, 3, 1, 0));
    assertThat(stage.there.keysStartingWith(""))
        .containsExactly(RemoteStage.key(5), RemoteStage.key(6), RemoteStage.key(7));
    assertThat(stage.warnings).isEmpty();
  }
}
