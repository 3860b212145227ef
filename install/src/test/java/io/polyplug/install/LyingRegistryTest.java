package io.polyplug.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.polyplug.build.testing.ClosedPort;
import io.polyplug.install.FakeServer.Reply;
import io.polyplug.install.web.ContentDigest;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Section 4 of the contract: pulling from an OCI registry, one that is right and one that lies. */
class LyingRegistryTest extends RegistryFixture {
  @Test
  void theOneLayerIsInstalledAndBothDigestsAreNoted() {
    serve(good());
    Installed installed = install(":1");
    assertThat(installed.id()).isEqualTo("acme");
    assertThat(installed.digest()).isEqualTo(digest(zip));
    assertThat(installed.manifestDigest()).isEqualTo(digest(utf8(good())));
    assertThat(installed.source()).endsWith("/acme/plugin:1");
    assertThat(registry.asked().getFirst().header("Accept").getFirst())
        .contains("application/vnd.oci.image.manifest.v1+json")
        .contains("application/vnd.docker.distribution.manifest.v2+json")
        .contains("application/vnd.oci.image.index.v1+json")
        .contains("application/vnd.docker.distribution.manifest.list.v2+json");
  }

  @Test
  void withoutTagItIsLatestAndADigestWinsOverATag() throws Exception {
    String pinned = digest(utf8(good()));
    registry
        .on(MANIFEST + "latest", Reply.ok(good()))
        .on(MANIFEST + pinned, Reply.ok(good()))
        .on(BLOB + digest(zip), Reply.ok(zip));
    assertThat(install("").source()).endsWith(":latest");
    store.uninstall("acme");
    assertThat(install(":ignored@" + pinned).source()).endsWith("/acme/plugin@" + pinned);
    store.uninstall("acme");
    String other = digest(utf8("other"));
    registry.on(MANIFEST + other, Reply.ok(good()));
    assertThatThrownBy(() -> install("@" + other)).hasMessageContainingAll(other, pinned);
    assertThatThrownBy(() -> install("@md5:" + "0".repeat(32)))
        .hasMessageContaining("expected a digest like sha256");
  }

  @Test
  void ofAnIndexTheFirstEntryWithADigestCounts() {
    byte[] right = utf8(good());
    byte[] wrong = utf8(image(layer("application/zip", utf8("wrong"))));
    registry
        .on(
            MANIFEST + "1",
            Reply.ok(
                "{\"manifests\":[{\"size\":1},%s,%s]}"
                    .formatted(layer("x", right), layer("x", wrong))))
        .on(MANIFEST + digest(right), Reply.ok(right))
        .on(MANIFEST + digest(wrong), Reply.ok(wrong))
        .on(BLOB + digest(zip), Reply.ok(zip));
    assertThat(install(":1").id()).isEqualTo("acme");
  }

  @Test
  void anIndexInAnIndexIsRefused() throws Exception {
    byte[] inner = utf8("{\"manifests\":[" + layer("x", utf8("y")) + "]}");
    registry
        .on(MANIFEST + "1", Reply.ok("{\"manifests\":[" + layer("x", inner) + "]}"))
        .on(MANIFEST + digest(inner), Reply.ok(inner));
    refused(":1", "another index");
  }

  @Test
  void aChildManifestMustHaveTheDigestAndSizeOfItsEntry() throws Exception {
    byte[] child = utf8(good());
    String entry = layer("x", child);
    registry
        .on(MANIFEST + "1", Reply.ok("{\"manifests\":[" + entry + "]}"))
        .on(MANIFEST + digest(child), Reply.ok(good() + " "));
    refused(":1", digest(child), digest(utf8(good() + " ")));
    registry
        .on(
            MANIFEST + "1",
            Reply.ok("{\"manifests\":[" + entry.replaceAll("\"size\":\\d+", "\"size\":3") + "]}"))
        .on(MANIFEST + digest(child), Reply.ok(child));
    refused(":1", "expected 3 bytes");
  }

  @Test
  void aZipLayerIsTakenBeforeGzipAndTitlesAndTheRest() {
    byte[] other = utf8("not a zip");
    serve(
        image(
            "{\"mediaType\":\"application/zip\"}",
            layer("application/vnd.oci.image.layer.v1.tar+gzip", other),
            layer("application/ZIP", zip)));
    assertThat(install(":1").id()).isEqualTo("acme");
    store.uninstall("acme");
    serve(
        image(
            layer("application/vnd.oci.image.layer.v1.tar+gzip", other),
            layer("application/octet-stream", zip)
                .replace(
                    "\"size\"",
                    "\"annotations\":{\"org.opencontainers.image.title\":\"x.ZIP\"},\"size\"")));
    assertThat(install(":1").id()).isEqualTo("acme");
    store.uninstall("acme");
    serve(image(layer("application/octet-stream", zip), layer("x/y", other)));
    assertThat(install(":1").id()).isEqualTo("acme");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"layers\":[]}",
        "{\"layers\":null}",
        "{\"layers\":{\"digest\":\"x\"}}",
        "{\"layers\":[{\"size\":1},7]}",
        "{\"manifests\":[]}",
        "{\"manifests\":[{}]}"
      })
  void withoutAUsableLayerThereIsNothingToInstall(String manifest) throws Exception {
    serve(manifest);
    refused(":1", "no usable layer", "a single zip layer is expected");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "no json", "{\"layers\":", "7"})
  void aManifestThatIsNoJsonObjectIsRefused(String manifest) throws Exception {
    serve(manifest);
    refused(":1", "The manifest of");
  }

  @Test
  void aFlippedByteIsRefusedWithBothDigests() throws Exception {
    serve(good());
    byte[] flipped = zip.clone();
    flipped[flipped.length / 2] ^= 1;
    registry.on(BLOB + digest(zip), Reply.ok(flipped));
    refused(":1", digest(zip), digest(flipped));
  }

  @Test
  void aBlobOfAnotherSizeIsRefused() throws Exception {
    serve(good());
    registry.on(BLOB + digest(zip), Reply.ok(java.util.Arrays.copyOf(zip, zip.length - 1)));
    refused(":1", "expected " + zip.length + " bytes, found " + (zip.length - 1));
    registry.on(BLOB + digest(zip), Reply.ok(java.util.Arrays.copyOf(zip, zip.length + 1)));
    refused(":1", "expected " + zip.length + " bytes, found more");
    serve(good().replaceAll("\"size\":\\d+", "\"size\":999999999999"));
    refused(":1", "larger than");
  }

  @Test
  void aBlobOrManifestWithoutEndIsCut() throws Exception {
    serve(good());
    registry.on(BLOB + digest(zip), Reply.endless());
    refused(":1", "found more");
    registry.on(MANIFEST + "1", Reply.endless());
    refused(":1", "larger than 4194304 bytes");
  }

  @Test
  void unknownAlgorithmsAreRefused() throws Exception {
    serve(good().replace(digest(zip), "md5:0123456789abcdef0123456789abcdef"));
    refused(":1", "md5");
    serve(good().replace(digest(zip), "sha256:../../../etc"));
    refused(":1", "expected a digest");
  }

  @Test
  void sha512IsKnown() throws Exception {
    ContentDigest long512 = new ContentDigest("sha512", "0".repeat(128)).ofSameKind(zip);
    registry
        .on(MANIFEST + "1", Reply.ok(good().replace(digest(zip), long512.toString())))
        .on(BLOB + long512, Reply.ok(zip));
    assertThat(install(":1").id()).isEqualTo("acme");
  }

  @Test
  void statusesHaveTheirWords() throws Exception {
    refused(":1", "unknown repository or tag");
    registry.on(MANIFEST + "1", Reply.status(403));
    refused(":1", "denies access");
    registry.on(MANIFEST + "1", Reply.status(500));
    refused(":1", "answered 500");
    registry.on(MANIFEST + "1", Reply.ok(good()));
    refused(":1", "lacks the layer");
  }

  @Test
  void aRegistryThatIsNotThereIsSaidToBe() throws Exception {
    try (ClosedPort port = new ClosedPort()) {
      Source source = Source.parse("oci://localhost:" + port.number() + "/a/b:1", folder);
      assertThatThrownBy(() -> store.install(source, Progress.NONE))
          .isInstanceOf(InstallProblem.class)
          .hasMessageContaining("http://localhost:" + port.number())
          .hasMessageContaining("cannot be reached");
    }
  }

  @Test
  void aRegistryOnThisMachineIsAskedOverHttpsIfItSpeaksThat() throws Exception {
    SSLContext tls = SelfSigned.in(folder);
    try (FakeServer secure = FakeServer.startSecure(tls)) {
      secure.on(MANIFEST + "1", Reply.ok(good())).on(BLOB + digest(zip), Reply.ok(zip));
      Source source = Source.parse("oci://" + secure.authority() + "/acme/plugin:1", folder);
      assertThat(trusting(tls).install(source, Progress.NONE).id()).isEqualTo("acme");
    }
  }

  @Test
  void whatIsInTheLayerIsCheckedAsAnyArchive() throws Exception {
    zip = Packages.zip(java.util.Map.of("readme", "no manifest"));
    serve(good());
    refused(":1", "no manifest of a contract");
    zip = utf8("this is no zip whatever its media type says");
    serve(good());
    refused(":1", "not a zip");
  }
}
