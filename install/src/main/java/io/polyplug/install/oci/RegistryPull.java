package io.polyplug.install.oci;

import io.polyplug.install.web.Answer;
import io.polyplug.install.web.ByteWatch;
import io.polyplug.install.web.ContentDigest;
import io.polyplug.install.web.FetchProblem;
import io.polyplug.install.web.Web;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Fetches the one layer of an artifact that is a package. Everything is checked against the digest
 * and the size that led to it before anybody looks into it. Used once, by one thread.
 */
public final class RegistryPull {
  /** All four are sent, since registries differ in what they give for which. */
  private static final String MANIFESTS =
      "application/vnd.oci.image.manifest.v1+json,"
          + " application/vnd.docker.distribution.manifest.v2+json,"
          + " application/vnd.oci.image.index.v1+json,"
          + " application/vnd.docker.distribution.manifest.list.v2+json";

  private static final int MAX_MANIFEST = 4 * 1024 * 1024;
  private static final ByteWatch NOBODY = (done, all) -> {};

  private final OciReference reference;
  private final RegistryClient client;
  private final String where;
  private String scheme;

  /** Nothing is asked before {@link #into}. */
  public RegistryPull(Web web, OciReference reference) {
    this.reference = reference;
    this.where = reference.toString();
    this.client = new RegistryClient(web, reference.apiRepository(), where);
    this.scheme = reference.isLoopback() ? "http" : "https";
  }

  /** Fetches the layer into the file and gives the digest of the manifest that was asked for. */
  public ContentDigest into(Path file, long most, ByteWatch watch) throws IOException {
    ContentDigest pinned = reference.isPinned() ? ContentDigest.parse(reference.reference()) : null;
    byte[] content = first();
    ContentDigest found =
        pinned == null ? ContentDigest.sha256(content) : same(pinned, content, "manifest");
    Manifest.Image image =
        switch (Manifest.parse(content, where)) {
          case Manifest.Image direct -> direct;
          case Manifest.Index(Descriptor first) -> listed(first);
        };
    Descriptor layer = image.layer().orElseThrow(() -> Manifest.unusable(where));
    blob(layer, file, most, watch);
    return found;
  }

  private byte[] first() throws IOException {
    if (!reference.isLoopback()) {
      return manifest(reference.reference());
    }
    // A registry on this machine usually has no certificate; one that has is asked again.
    try {
      return manifest(reference.reference());
    } catch (FetchProblem plain) {
      if (!plain.isUnreachable()) {
        throw plain;
      }
      scheme = "https";
      try {
        return manifest(reference.reference());
      } catch (FetchProblem secure) {
        throw secure.isUnreachable() ? plain : secure;
      }
    }
  }

  private Manifest.Image listed(Descriptor entry) throws IOException {
    ContentDigest digest = entry.checkedDigest();
    byte[] content = manifest(digest.toString());
    same(digest, content, "manifest");
    if (entry.size() >= 0 && entry.size() != content.length) {
      throw wrongSize("manifest", entry.size(), Long.toString(content.length));
    }
    return switch (Manifest.parse(content, where)) {
      case Manifest.Image image -> image;
      case Manifest.Index _ ->
          throw new FetchProblem("The index " + where + " leads to another index");
    };
  }

  private byte[] manifest(String which) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    Answer answer =
        client.get(
            address("manifests", which),
            Map.of("Accept", MANIFESTS),
            new RegistryClient.Target(
                () -> {
                  body.reset();
                  return body;
                },
                MAX_MANIFEST),
            NOBODY);
    check(answer, "unknown repository or tag");
    if (!answer.whole()) {
      throw new FetchProblem(
          "The manifest of " + where + " is larger than " + MAX_MANIFEST + " bytes");
    }
    return body.toByteArray();
  }

  private void blob(Descriptor layer, Path file, long most, ByteWatch watch) throws IOException {
    ContentDigest expected = layer.checkedDigest();
    if (layer.size() > most) {
      throw tooLarge(most);
    }
    Answer answer =
        client.get(
            address("blobs", expected.toString()),
            Map.of(),
            new RegistryClient.Target(
                () -> Files.newOutputStream(file), layer.size() < 0 ? most : layer.size()),
            (done, all) -> watch.bytes(done, all < 0 ? layer.size() : all));
    check(answer, "the registry lacks the layer " + expected);
    if (!answer.whole()) {
      throw layer.size() < 0 ? tooLarge(most) : wrongSize("layer", layer.size(), "more");
    }
    if (layer.size() >= 0 && Files.size(file) != layer.size()) {
      throw wrongSize("layer", layer.size(), Long.toString(Files.size(file)));
    }
    ContentDigest seen = expected.ofSameKind(file);
    if (!seen.equals(expected)) {
      throw damaged("layer", expected, seen);
    }
  }

  private URI address(String kind, String which) {
    return URI.create(
        "%s://%s/v2/%s/%s/%s"
            .formatted(scheme, reference.host(), reference.apiRepository(), kind, which));
  }

  private void check(Answer answer, String ifAbsent) throws FetchProblem {
    if (answer.ok()) {
      return;
    }
    if (answer.status() == 400 && scheme.equals("http")) {
      // What servers say in plain text to those who do not speak TLS.
      throw FetchProblem.unreachable("The registry does not understand plain http for " + where);
    }
    throw switch (answer.status()) {
      case 404 -> new FetchProblem(where + ": " + ifAbsent);
      case 401, 403 -> new FetchProblem("The registry denies access to " + where);
      default -> new FetchProblem("The registry answered " + answer.status() + " for " + where);
    };
  }

  private ContentDigest same(ContentDigest expected, byte[] content, String what)
      throws FetchProblem {
    ContentDigest seen = expected.ofSameKind(content);
    if (!seen.equals(expected)) {
      throw damaged(what, expected, seen);
    }
    return expected;
  }

  private FetchProblem damaged(String what, ContentDigest expected, ContentDigest seen) {
    return new FetchProblem(
        "The %s of %s is not what it should be: expected %s, found %s"
            .formatted(what, where, expected, seen));
  }

  private FetchProblem wrongSize(String what, long expected, String seen) {
    return new FetchProblem(
        "The %s of %s is not what it should be: expected %d bytes, found %s"
            .formatted(what, where, expected, seen));
  }

  private FetchProblem tooLarge(long most) {
    return new FetchProblem("The layer of " + where + " is larger than " + most + " bytes");
  }
}
