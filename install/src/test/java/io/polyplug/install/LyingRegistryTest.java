package io.polyplug.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.polyplug.install.FakeServer.Asked;
import io.polyplug.install.FakeServer.Reply;
import io.polyplug.install.web.ContentDigest;
import io.polyplug.install.web.Web;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Section 4 of the contract: pulling from an OCI registry, one that is right and one that lies. */
class LyingRegistryTest {
  private static final String MANIFEST = "/v2/acme/plugin/manifests/";
  private static final String BLOB = "/v2/acme/plugin/blobs/";

  @TempDir Path folder;
  private FakeServer registry;
  private PackageStore store;
  private byte[] zip;

  @BeforeEach
  void start() throws IOException {
    registry = FakeServer.start();
    store = Packages.store(folder.resolve("plugins"));
    zip = Packages.zip(Packages.files("acme", "1"));
  }

  @AfterEach
  void stop() {
    registry.close();
  }

  private static String digest(byte[] bytes) {
    return ContentDigest.sha256(bytes).toString();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String layer(String type, byte[] content) {
    return "{\"mediaType\":\"%s\",\"digest\":\"%s\",\"size\":%d}"
        .formatted(type, digest(content), content.length);
  }

  private static String image(String... layers) {
    return "{\"schemaVersion\":2,\"config\":{\"digest\":\"sha256:00\"},\"layers\":["
        + String.join(",", layers)
        + "]}";
  }

  private String good() {
    return image(layer("application/zip", zip));
  }

  private void serve(String manifest) {
    registry.on(MANIFEST + "1", Reply.ok(manifest)).on(BLOB + digest(zip), Reply.ok(zip));
  }

  private Installed install(String reference) {
    return store.install(
        Source.parse("oci://" + registry.authority() + "/acme/plugin" + reference, folder),
        Progress.NONE);
  }

  private void refused(String reference, String... mentions) throws IOException {
    assertThatThrownBy(() -> install(reference))
        .isInstanceOf(InstallProblem.class)
        .hasMessageContainingAll(mentions)
        .message()
        .doesNotContain("\n");
    assertThat(Packages.tree(store.root())).isEmpty();
  }

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
    int port;
    try (ServerSocket socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    Source source = Source.parse("oci://localhost:" + port + "/a/b:1", folder);
    assertThatThrownBy(() -> store.install(source, Progress.NONE))
        .isInstanceOf(InstallProblem.class)
        .hasMessageContaining("http://localhost:" + port)
        .hasMessageContaining("cannot be reached");
  }

  @Test
  void aRegistryOnThisMachineIsAskedOverHttpsIfItSpeaksThat() throws Exception {
    SSLContext tls = SelfSigned.in(folder);
    try (FakeServer secure = FakeServer.startSecure(tls)) {
      secure.on(MANIFEST + "1", Reply.ok(good())).on(BLOB + digest(zip), Reply.ok(zip));
      PackageStore trusting =
          new PackageStore(
              folder.resolve("plugins"),
              List.of(new TestContract()),
              StoreSettings.DEFAULT,
              () -> Web.client().sslContext(tls).build(),
              Steps.NONE);
      Source source = Source.parse("oci://" + secure.authority() + "/acme/plugin:1", folder);
      assertThat(trusting.install(source, Progress.NONE).id()).isEqualTo("acme");
    }
  }

  @Test
  void aRegistryWithTlsNeverHandsOutTokensOverPlainHttp() throws Exception {
    SSLContext tls = SelfSigned.in(folder);
    try (FakeServer secure = FakeServer.startSecure(tls)) {
      challenge("Bearer realm=\"" + registry.address("/token") + "\"");
      registry.on("/token", Reply.ok("{\"token\":\"secret\"}"));
      secure.on(MANIFEST + "1", guarded(Reply.ok(good())));
      PackageStore trusting =
          new PackageStore(
              folder.resolve("plugins"),
              List.of(new TestContract()),
              StoreSettings.DEFAULT,
              () -> Web.client().sslContext(tls).build(),
              Steps.NONE);
      Source source = Source.parse("oci://" + secure.authority() + "/acme/plugin:1", folder);
      assertThatThrownBy(() -> trusting.install(source, Progress.NONE))
          .hasMessageContaining("over plain http");
      assertThat(registry.asked()).isEmpty();
    }
  }

  @Test
  void aRedirectToAnotherHostCarriesNoAuthorization() throws Exception {
    try (FakeServer storage = FakeServer.start()) {
      storage.on("/blob", Reply.ok(zip));
      challenge("Bearer realm=\"" + registry.address("/token") + "\",service=\"reg\"");
      registry
          .on("/token", Reply.ok("{\"token\":\"secret\"}"))
          .on(MANIFEST + "1", guarded(Reply.ok(good())))
          .on(BLOB + digest(zip), guarded(Reply.status(307, "Location", storage.address("/blob"))));
      assertThat(install(":1").id()).isEqualTo("acme");
      assertThat(storage.asked()).hasSize(1);
      assertThat(storage.asked().getFirst().header("Authorization")).isEmpty();
      assertThat(registry.asked().getLast().header("Authorization"))
          .containsExactly("Bearer secret");
    }
  }

  @Test
  void aRedirectOnTheSameHostKeepsIt() {
    challenge("Bearer realm=\"" + registry.address("/token") + "\"");
    registry
        .on("/token", Reply.ok("{\"token\":\"secret\"}"))
        .on(MANIFEST + "1", guarded(Reply.ok(good())))
        .on(BLOB + digest(zip), guarded(Reply.status(302, "Location", "/moved")))
        .on("/moved", guarded(Reply.ok(zip)));
    assertThat(install(":1").id()).isEqualTo("acme");
  }

  private String challenge = "";

  private void challenge(String text) {
    challenge = text;
  }

  private Function<Asked, Reply> guarded(Reply inside) {
    return asked ->
        asked.header("Authorization").equals(List.of("Bearer secret"))
            ? inside
            : Reply.status(401, "WWW-Authenticate", challenge);
  }

  private void guardAll() {
    registry
        .on(MANIFEST + "1", guarded(Reply.ok(good())))
        .on(BLOB + digest(zip), guarded(Reply.ok(zip)));
  }

  @Test
  void theTokenIsAskedForOnceAndKept() {
    challenge(
        "bearer scope=\"repository:acme/plugin:pull,push\" , Service=\"my reg\",realm=\""
            + registry.address("/token?a=b")
            + "\"");
    registry.on("/token", Reply.ok("{\"access_token\":\"secret\",\"expires_in\":60}"));
    guardAll();
    assertThat(install(":1").id()).isEqualTo("acme");
    List<Asked> tokens =
        registry.asked().stream().filter(asked -> asked.path().startsWith("/token")).toList();
    assertThat(tokens).hasSize(1);
    assertThat(tokens.getFirst().path())
        .isEqualTo("/token?a=b&service=my+reg&scope=repository%3Aacme%2Fplugin%3Apull%2Cpush");
    assertThat(tokens.getFirst().header("Authorization")).isEmpty();
  }

  @Test
  void withoutScopeItIsPullOfTheRepository() {
    challenge("Basic realm=\"x\", Bearer realm=" + registry.address("/token"));
    registry.on("/token", Reply.ok("{\"token\":\"secret\"}"));
    guardAll();
    assertThat(install(":1").id()).isEqualTo("acme");
    assertThat(registry.asked())
        .anyMatch(asked -> asked.path().equals("/token?scope=repository%3Aacme%2Fplugin%3Apull"));
  }

  @Test
  void aBlobMayBeGuardedAlone() {
    challenge("Bearer realm=\"" + registry.address("/token") + "\"");
    registry
        .on("/token", Reply.ok("{\"token\":\"secret\"}"))
        .on(MANIFEST + "1", Reply.ok(good()))
        .on(BLOB + digest(zip), guarded(Reply.ok(zip)));
    assertThat(install(":1").id()).isEqualTo("acme");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Basic realm=\"registry\"",
        "",
        "Bearer service=\"x\"",
        "Bearer realm=\"\"",
        "Bearer realm=\"file:///etc/passwd\"",
        "Bearer realm=\"not an address\"",
        "Negotiate"
      })
  void aChallengeThatCannotBeMetIsACleanError(String text) throws Exception {
    challenge(text);
    guardAll();
    refused(":1", "wants authentication");
  }

  @Test
  void aTokenThatIsNotEnoughIsACleanError() throws Exception {
    challenge("Bearer realm=\"" + registry.address("/token") + "\"");
    registry.on("/token", Reply.ok("{\"token\":\"wrong\"}"));
    guardAll();
    refused(":1", "its own token is not enough");
    assertThat(registry.asked()).hasSize(3);
  }

  @Test
  void aTokenRequestThatFailsIsACleanError() throws Exception {
    challenge("Bearer realm=\"" + registry.address("/token") + "\"");
    guardAll();
    registry.on("/token", Reply.status(500));
    refused(":1", "token request", "500");
    for (String body : List.of("", "{}", "[]", "{\"token\":7}", "{\"token\":\"a\\nb\"}")) {
      registry.on("/token", Reply.ok(body));
      refused(":1", "gave no token");
    }
    registry.on("/token", Reply.endless());
    refused(":1", "token request");
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
