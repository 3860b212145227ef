package io.polyplug.monorepo.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.build.testing.ClosedPort;
import io.polyplug.monorepo.store.Tars;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Section 6.11: servers that fail, and what they may not do. */
final class RemoteFaultsTest {
  private static final String AT = "/cache/" + RemoteStage.KEY;

  @TempDir Path folder;
  private RemoteStage stage;
  private FakeServer server;
  private RemoteCache remote;

  @BeforeEach
  void open() throws Exception {
    stage = new RemoteStage(folder);
    server = new FakeServer();
    remote = stage.open(server.url(), RemoteStage.PATIENT);
    stage.keep(RemoteStage.KEY);
  }

  @AfterEach
  void close() {
    remote.close();
    server.close();
    assertThat(stage.warnings).noneMatch(it -> it.contains(RemoteStage.TOKEN));
  }

  private RemoteResult put() {
    return stage.tier(stage.here, remote).put(RemoteStage.KEY);
  }

  private RemoteResult fetch() {
    return stage.tier(stage.there, remote).fetch(RemoteStage.KEY);
  }

  @Test
  void aServerErrorAndAFullServerAreAskedOnceMore() {
    server.then(FakeServer.status(503));
    assertThat(put()).isEqualTo(new RemoteResult.Done());
    server.then(FakeServer.status(429));
    assertThat(fetch()).isEqualTo(new RemoteResult.Done());
    assertThat(server.lines())
        .containsExactly("PUT " + AT, "PUT " + AT, "HEAD " + AT, "HEAD " + AT, "GET " + AT);
  }

  @Test
  void aServerErrorIsAskedOnlyOnceMore() {
    server.then(FakeServer.status(500), FakeServer.status(502));
    assertThat(put()).isInstanceOf(RemoteResult.Failed.class);
    assertThat(server.seen).hasSize(2);
    assertThat(stage.warnings).singleElement().asString().contains("answered 502");
  }

  @Test
  void aBundleOverQuotaIsToldAndNotAskedAgain() {
    server.then(FakeServer.status(413, "{\"error\":{\"kind\":\"over_quota\"}}"));
    assertThat(put()).isInstanceOf(RemoteResult.Failed.class);
    assertThat(server.seen).hasSize(1);
    assertThat(stage.warnings).singleElement().asString().contains("413 (over_quota)");
  }

  @Test
  void aRefusalIsToldOnce() {
    server.then(FakeServer.status(401), FakeServer.status(403), FakeServer.status(403));
    assertThat(put()).isEqualTo(new RemoteResult.Unavailable());
    assertThat(put()).isEqualTo(new RemoteResult.Unavailable());
    assertThat(remote.has(RemoteStage.KEY)).isFalse();
    assertThat(stage.warnings).singleElement().asString().contains("401").contains("token");
  }

  @Test
  void aServerThatCannotBeReachedIsLeftOutWithOneWarning() throws Exception {
    try (ClosedPort port = new ClosedPort();
        RemoteCache away = stage.open("http://127.0.0.1:" + port.number(), RemoteStage.PATIENT)) {
      assertThat(away.has(RemoteStage.KEY)).isFalse();
      assertThat(stage.tier(stage.here, away).put(RemoteStage.KEY))
          .isEqualTo(new RemoteResult.Unavailable());
      assertThat(stage.tier(stage.there, away).fetch(RemoteStage.KEY))
          .isEqualTo(new RemoteResult.Absent());
    }
    assertThat(stage.warnings).singleElement().asString().contains("left out for the rest");
  }

  @Test
  void aServerThatIsTooSlowIsLeftOutWithoutARetry() throws Exception {
    server.then(FakeServer.usual(), server.slowBody());
    server.stored.put(AT, new byte[1]);
    try (RemoteCache slow = stage.open(server.url(), RemoteStage.HASTY)) {
      assertThat(stage.tier(stage.there, slow).fetch(RemoteStage.KEY))
          .isNotInstanceOf(RemoteResult.Done.class);
      int asked = server.seen.size();
      assertThat(asked).isLessThanOrEqualTo(2);
      assertThat(slow.has(RemoteStage.KEY)).isFalse();
      assertThat(server.seen).hasSize(asked);
    }
    assertThat(stage.warnings).singleElement().asString().contains("left out for the rest");
    assertThat(stage.there.root().toFile().list()).isEmpty();
  }

  @Test
  void aBodyThatBreaksOffIsNoBundle() {
    server.stored.put(AT, new byte[1]);
    server.then(FakeServer.usual(), FakeServer.shortBody());
    assertThat(fetch()).isInstanceOf(RemoteResult.Failed.class);
    assertThat(stage.there.root().toFile().list()).isEmpty();
  }

  @Test
  void aConnectionThatEndsIsAFailureOfThatRequestOnly() {
    server.then(FakeServer.hangUp());
    assertThat(put()).isInstanceOf(RemoteResult.Failed.class);
    assertThat(put()).isEqualTo(new RemoteResult.Done());
    assertThat(stage.warnings).hasSize(1);
  }

  @Test
  void aBundleThatIsNoneIsNotPromoted() throws IOException {
    byte[][] bad = {
      new byte[0],
      new byte[1024],
      "<html>hello</html>".getBytes(StandardCharsets.UTF_8),
      Tars.bundle().file("outputs/../x", "bad").bytes(),
      Arrays.copyOf(Tars.bundle().bytes(), 512 * 3),
      Arrays.copyOf(Tars.bundle().bytes(), 10_000)
    };
    for (byte[] body : bad) {
      server.stored.put(AT, body);
      assertThat(fetch()).isInstanceOf(RemoteResult.Failed.class);
      assertThat(stage.there.root().toFile().list()).isEmpty();
    }
    assertThat(stage.warnings).hasSize(bad.length).allMatch(it -> it.contains("is not used"));
  }

  @Test
  void aRedirectToAnotherOriginGetsNoHeaderOfOurs() throws Exception {
    try (FakeServer other = new FakeServer()) {
      put();
      other.stored.put("/moved", server.stored.get(AT));
      server.then(FakeServer.usual(), FakeServer.redirect(302, other.url() + "/moved"));
      assertThat(fetch()).isEqualTo(new RemoteResult.Done());
      assertThat(other.seen).hasSize(1);
      assertThat(other.seen.getFirst().headers().keySet())
          .doesNotContain("Authorization", "X-bento-client", "X-bento-cas-version");
    }
  }

  @Test
  void aRedirectWithinTheOriginKeepsTheToken() {
    put();
    server.stored.put("/moved", server.stored.get(AT));
    server.then(FakeServer.usual(), FakeServer.redirect(307, "/moved"));
    assertThat(fetch()).isEqualTo(new RemoteResult.Done());
    assertThat(server.seen.getLast().headers().getFirst("Authorization")).isNotNull();
  }

  @Test
  void anUploadIsNotLedToAnotherOrigin() throws Exception {
    try (FakeServer other = new FakeServer()) {
      server.then(FakeServer.redirect(307, other.url() + "/moved"));
      assertThat(put()).isInstanceOf(RemoteResult.Failed.class);
      assertThat(other.seen).isEmpty();
    }
  }

  @Test
  void aCircleOfRedirectsEnds() {
    server.stored.put(AT, new byte[1]);
    server.then(FakeServer.usual());
    for (int i = 0; i < 6; i++) {
      server.then(FakeServer.redirect(302, AT));
    }
    assertThat(fetch()).isInstanceOf(RemoteResult.Failed.class);
    assertThat(server.seen).hasSize(7);
  }

  @Test
  void aPushToAServerThatFailsHalfOfTheTimeCountsWhatItDid() throws Exception {
    int bundles = 40;
    for (int i = 0; i < bundles; i++) {
      stage.keep(RemoteStage.key(i));
    }
    AtomicInteger count = new AtomicInteger();
    for (int i = 0; i < 1000; i++) {
      server.then(
          (exchange, body) ->
              count.incrementAndGet() % 2 == 0 && FakeServer.status(503).handle(exchange, body));
    }
    Transfers.Tally tally = new Transfers(stage.here, stage.tier(stage.here, remote)).push();
    assertThat(tally.transferred() + tally.skipped() + tally.failed()).isEqualTo(bundles + 1);
    assertThat(tally.transferred()).isEqualTo(server.stored.size());
    assertThat(stage.warnings).hasSize(tally.failed());
  }
}
