package io.polyplug.monorepo.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.polyplug.base.Sha256;
import io.polyplug.monorepo.store.LocalStore;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bazel's caches over HTTP: a real nginx, and a server that shows what it was asked. */
final class HttpCacheTest {
  @TempDir Path folder;
  private RemoteStage stage;

  @BeforeEach
  void makeStage() {
    stage = new RemoteStage(folder);
  }

  private Nginx nginx(String extra) throws Exception {
    Optional<Path> program = Nginx.program();
    assumeTrue(program.isPresent(), "nginx is not installed");
    return Nginx.start(program.get(), folder, extra);
  }

  @Test
  void aBundleGoesToNginxAndComesBack() throws Exception {
    try (Nginx nginx = nginx("");
        RemoteCache remote =
            stage.open("bazel+http://" + nginx.host() + "/team", RemoteStage.PATIENT)) {
      Path bundle = stage.keep(RemoteStage.KEY);
      assertThat(remote.has(RemoteStage.KEY)).isFalse();
      assertThat(stage.tier(stage.there, remote).fetch(RemoteStage.KEY))
          .isEqualTo(new RemoteResult.Absent());
      assertThat(stage.tier(stage.here, remote).put(RemoteStage.KEY))
          .isEqualTo(new RemoteResult.Done());
      assertThat(remote.has(RemoteStage.KEY)).isTrue();
      assertThat(stage.tier(stage.there, remote).fetch(RemoteStage.KEY))
          .isEqualTo(new RemoteResult.Done());
      assertThat(stage.there.bundle(RemoteStage.KEY)).hasSameBinaryContentAs(bundle);

      String digest = Sha256.of(bundle);
      assertThat(nginx.files.resolve("team/cas/" + digest)).hasSameBinaryContentAs(bundle);
      assertThat(nginx.files.resolve("team/ac/" + Sha256.of(RemoteStage.KEY)))
          .hasBinaryContent(new ActionResult(digest, Files.size(bundle)).encode());
    }
    assertThat(stage.warnings).isEmpty();
  }

  @Test
  void contentThatIsNotWhatItsNameSaysIsNotUsed() throws Exception {
    try (Nginx nginx = nginx("");
        RemoteCache remote = stage.open("bazel+http://" + nginx.host(), RemoteStage.PATIENT)) {
      Path bundle = stage.keep(RemoteStage.KEY);
      stage.tier(stage.here, remote).put(RemoteStage.KEY);
      Path content = nginx.files.resolve("cas/" + Sha256.of(bundle));
      byte[] other = Files.readAllBytes(bundle);
      other[other.length - 1200] ^= 1;
      Files.write(content, other);

      RemoteTier there = stage.tier(stage.there, remote);
      assertThat(there.fetch(RemoteStage.KEY)).isInstanceOf(RemoteResult.Failed.class);
      Files.write(content, new byte[100]);
      assertThat(there.fetch(RemoteStage.KEY)).isInstanceOf(RemoteResult.Failed.class);
      Files.write(content, new byte[100_000]);
      assertThat(there.fetch(RemoteStage.KEY)).isInstanceOf(RemoteResult.Failed.class);
      Files.delete(content);
      assertThat(there.fetch(RemoteStage.KEY)).isEqualTo(new RemoteResult.Absent());
      assertThat(remote.has(RemoteStage.KEY)).isFalse();
      assertThat(stage.there.root().toFile().list()).isEmpty();
    }
  }

  @Test
  void aPushAndAPullOverNginxMoveEverything() throws Exception {
    try (Nginx nginx = nginx("");
        RemoteCache remote = stage.open("bazel+http://" + nginx.host(), RemoteStage.PATIENT)) {
      LocalStore there = stage.there;
      Files.createDirectories(there.root());
      for (int i = 0; i < 30; i++) {
        stage.keep(RemoteStage.key(i));
        Files.writeString(there.root().resolve(RemoteStage.key(i) + ".inputs.json"), "{}");
      }
      Transfers.Tally pushed = new Transfers(stage.here, stage.tier(stage.here, remote)).push();
      assertThat(pushed.transferred()).isEqualTo(30);
      Transfers.Tally pulled = new Transfers(there, stage.tier(there, remote)).pull();
      assertThat(pulled.transferred()).isEqualTo(30);
      assertThat(there.keysStartingWith("")).hasSize(30);
    }
    assertThat(stage.warnings).isEmpty();
  }

  @Test
  void theUserOfTheAddressIsSentAsBasicAndNeverShown() throws Exception {
    try (Nginx nginx = nginx("auth_basic cache; auth_basic_user_file " + passwords() + ";")) {
      try (RemoteCache remote =
          stage.open("bazel+http://me:p%40ss@" + nginx.host(), RemoteStage.PATIENT)) {
        stage.keep(RemoteStage.KEY);
        assertThat(stage.tier(stage.here, remote).put(RemoteStage.KEY))
            .isEqualTo(new RemoteResult.Done());
        assertThat(remote.address()).doesNotContain("p%40ss").doesNotContain("me");
      }
      try (RemoteCache remote =
          stage.open("bazel+http://me:wr0ng@" + nginx.host(), RemoteStage.PATIENT)) {
        assertThat(stage.tier(stage.here, remote).put(RemoteStage.KEY))
            .isEqualTo(new RemoteResult.Unavailable());
      }
    }
    assertThat(stage.warnings).singleElement().asString().contains("401").doesNotContain("wr0ng");
  }

  private Path passwords() throws Exception {
    return Files.writeString(folder.resolve("passwords"), "me:{PLAIN}p@ss\n");
  }

  @Test
  void theTokenIsSentIfThereIsOneAndContentOnlyOnce() throws Exception {
    try (FakeServer server = new FakeServer();
        RemoteCache remote = stage.open("bazel+" + server.url(), RemoteStage.PATIENT)) {
      Path bundle = stage.keep(RemoteStage.KEY);
      remote.put(RemoteStage.KEY, bundle);
      remote.put(RemoteStage.key(7), bundle);
      String content = "/cas/" + Sha256.of(bundle);
      assertThat(server.lines())
          .containsExactly(
              "HEAD " + content,
              "PUT " + content,
              "PUT /ac/" + Sha256.of(RemoteStage.KEY),
              "HEAD " + content,
              "PUT /ac/" + Sha256.of(RemoteStage.key(7)));
      assertThat(server.seen)
          .allMatch(
              it ->
                  it.headers().get("Authorization").equals(List.of("Bearer " + RemoteStage.TOKEN)));
    }
  }

  @Test
  void percentSignsInTheUserAreDecodedForTheHeader() throws Exception {
    assertThat(Credentials.basic("me:p%40ss"))
        .isEqualTo(
            "Basic "
                + Base64.getEncoder().encodeToString("me:p@ss".getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void aResultThatIsNotOursIsAbsent() throws Exception {
    try (FakeServer server = new FakeServer();
        RemoteCache remote = stage.open("bazel+" + server.url(), RemoteStage.PATIENT)) {
      String name = "/ac/" + Sha256.of(RemoteStage.KEY);
      for (byte[] result :
          List.of(new byte[0], new byte[] {0x20, 1}, "<html>".getBytes(StandardCharsets.UTF_8))) {
        server.stored.put(name, result);
        assertThat(stage.tier(stage.there, remote).fetch(RemoteStage.KEY))
            .isEqualTo(new RemoteResult.Absent());
      }
      server.stored.put(name, new ActionResult("a".repeat(64), Long.MAX_VALUE).encode());
      assertThat(stage.tier(stage.there, remote).fetch(RemoteStage.KEY))
          .isEqualTo(new RemoteResult.Absent());
    }
  }
}
