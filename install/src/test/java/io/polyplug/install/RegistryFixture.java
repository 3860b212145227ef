package io.polyplug.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.polyplug.install.FakeServer.Reply;
import io.polyplug.install.web.ContentDigest;
import io.polyplug.install.web.Web;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A registry on this machine whose answers a test decides, and a package for it. */
abstract class RegistryFixture {
  static final String MANIFEST = "/v2/acme/plugin/manifests/";
  static final String BLOB = "/v2/acme/plugin/blobs/";

  @TempDir Path folder;
  FakeServer registry;
  PackageStore store;
  byte[] zip;

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

  static String digest(byte[] bytes) {
    return ContentDigest.sha256(bytes).toString();
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static String layer(String type, byte[] content) {
    return "{\"mediaType\":\"%s\",\"digest\":\"%s\",\"size\":%d}"
        .formatted(type, digest(content), content.length);
  }

  static String image(String... layers) {
    return "{\"schemaVersion\":2,\"config\":{\"digest\":\"sha256:00\"},\"layers\":["
        + String.join(",", layers)
        + "]}";
  }

  final String good() {
    return image(layer("application/zip", zip));
  }

  final void serve(String manifest) {
    registry.on(MANIFEST + "1", Reply.ok(manifest)).on(BLOB + digest(zip), Reply.ok(zip));
  }

  final Installed install(String reference) {
    return store.install(
        Source.parse("oci://" + registry.authority() + "/acme/plugin" + reference, folder),
        Progress.NONE);
  }

  final PackageStore trusting(SSLContext tls) {
    return new PackageStore(
        folder.resolve("plugins"),
        List.of(new TestContract()),
        StoreSettings.DEFAULT,
        () -> Web.client().sslContext(tls).build(),
        Steps.NONE);
  }

  final void refused(String reference, String... mentions) throws IOException {
    assertThatThrownBy(() -> install(reference))
        .isInstanceOf(InstallProblem.class)
        .hasMessageContainingAll(mentions)
        .message()
        .doesNotContain("\n");
    assertThat(Packages.tree(store.root())).isEmpty();
  }
}
