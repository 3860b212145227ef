package io.polyplug.install.oci;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How a reference is read. */
class OciReferenceTest {
  private static final String DIGEST = "sha256:" + "a".repeat(64);

  @ParameterizedTest
  @CsvSource({
    "oci://ghcr.io/a/b:1, ghcr.io, a/b, 1",
    "OCI://ghcr.io/a/b/c, ghcr.io, a/b/c, latest",
    "oci://localhost:5000/a, localhost:5000, a, latest",
    "oci://localhost:5000/a:v1, localhost:5000, a, v1",
    "oci://[::1]:5000/a:v1, [::1]:5000, a, v1"
  })
  void thePartsAreToldApart(String text, String registry, String repository, String reference) {
    assertThat(OciReference.parse(text))
        .isEqualTo(new OciReference(registry, repository, reference));
  }

  @Test
  void aDigestWinsAndTheTagIsDropped() {
    assertThat(OciReference.parse("oci://h/a/b:tag@" + DIGEST))
        .isEqualTo(new OciReference("h", "a/b", DIGEST));
    assertThat(OciReference.parse("oci://h/a@" + DIGEST).isPinned()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "oci://, the repository is missing",
    "oci://host, the repository is missing",
    "oci://host/, the repository is missing",
    "oci://host/:tag, the repository is missing",
    "oci:///a, the registry is missing",
    "oci://host/a:, the tag",
    "oci://host/a@, digest",
    "oci://host/a@sha256, digest",
    "oci://host/../a, the repository has",
    "oci://host/a//b, the repository has",
    "oci://host/a b, the repository has",
    "oci://user@host/a, the registry must",
    "oci://ho?st/a, the registry must"
  })
  void aMistakeSaysWhichPartItIsIn(String text, String mentions) {
    assertThatThrownBy(() -> OciReference.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(mentions);
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost", "LOCALHOST:5000", "127.0.0.1:80", "127.1.2.3", "[::1]:9"})
  void loopbackIsKnown(String registry) {
    assertThat(new OciReference(registry, "a", "1").isLoopback()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost.example.com", "127.0.0.1.example.com", "10.0.0.1", "ghcr.io"})
  void othersAreNotTakenForIt(String registry) {
    assertThat(new OciReference(registry, "a", "1").isLoopback()).isFalse();
  }

  @Test
  void theHubHasAnotherNameForItsApi() {
    OciReference hub = OciReference.parse("oci://docker.io/zenoh:1");
    assertThat(hub.host()).isEqualTo("registry-1.docker.io");
    assertThat(hub.apiRepository()).isEqualTo("library/zenoh");
    assertThat(OciReference.parse("oci://index.docker.io/a/b").apiRepository()).isEqualTo("a/b");
    assertThat(OciReference.parse("oci://ghcr.io/zenoh").apiRepository()).isEqualTo("zenoh");
  }
}
