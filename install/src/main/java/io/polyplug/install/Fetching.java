package io.polyplug.install;

import io.polyplug.base.Clock;
import io.polyplug.base.Deadline;
import io.polyplug.host.config.FileProblem;
import io.polyplug.install.oci.OciReference;
import io.polyplug.install.oci.RegistryPull;
import io.polyplug.install.web.Answer;
import io.polyplug.install.web.ContentDigest;
import io.polyplug.install.web.FetchProblem;
import io.polyplug.install.web.Web;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Brings a package from its source into a staging folder: fetched, then unpacked. */
final class Fetching {
  private final StoreSettings bounds;
  private final Supplier<HttpClient> clients;

  Fetching(StoreSettings bounds, Supplier<HttpClient> clients) {
    this.bounds = bounds;
    this.clients = clients;
  }

  /** What came, and the files that it consists of. */
  record Unpacked(Fetched fetched, List<FileRecord> files) {}

  /**
   * Fills the folder {@code target}, which is there and empty; {@code archive} is where a download
   * may be put, and is gone afterwards.
   */
  Unpacked fetch(Source source, Path archive, Path target, Progress progress) throws IOException {
    return switch (source) {
      case Source.Folder(Path folder) -> copied(source, folder, target, progress);
      case Source.ZipFile(Path file) -> unpacked(source, file, "", target, progress);
      case Source.Upload(Path file) -> unpacked(source, file, "", target, progress);
      case Source.Url(URI address) -> {
        download(address, archive, progress);
        yield unpackedOnce(source, archive, "", target, progress);
      }
      case Source.Oci(String reference) -> {
        String manifest = pull(reference, archive, progress);
        yield unpackedOnce(source, archive, manifest, target, progress);
      }
    };
  }

  private Unpacked copied(Source source, Path folder, Path target, Progress progress)
      throws IOException {
    if (target.toRealPath().startsWith(folder.toRealPath())) {
      throw new BadPackage("the store itself is inside of it");
    }
    PackageWriter writer = new PackageWriter(target, bounds, -1, progress);
    FolderCopy.copy(folder.toRealPath(), writer);
    return new Unpacked(new Fetched(source.text(), "", ""), writer.files());
  }

  private Unpacked unpackedOnce(
      Source source, Path archive, String manifest, Path target, Progress progress)
      throws IOException {
    Unpacked unpacked = unpacked(source, archive, manifest, target, progress);
    Files.delete(archive);
    return unpacked;
  }

  private Unpacked unpacked(
      Source source, Path archive, String manifest, Path target, Progress progress)
      throws IOException {
    if (size(archive) > bounds.maxDownload()) {
      throw tooLarge();
    }
    List<FileRecord> files = new Unpacking(archive, bounds).into(target, progress);
    String digest = ContentDigest.sha256(archive).toString();
    return new Unpacked(new Fetched(source.text(), digest, manifest), files);
  }

  private static long size(Path archive) throws BadPackage {
    try {
      return Files.size(archive);
    } catch (IOException e) {
      throw new BadPackage("it cannot be read: " + FileProblem.of(e, archive));
    }
  }

  private Web web() {
    return new Web(clients.get(), Deadline.in(bounds.fetchTime(), Clock.system()));
  }

  private void download(URI address, Path archive, Progress progress) throws IOException {
    try (Web web = web();
        OutputStream out = Files.newOutputStream(archive)) {
      Answer answer =
          web.get(
              address,
              Map.of(),
              out,
              bounds.maxDownload(),
              (done, all) -> progress.at("fetching", done, all));
      if (!answer.ok()) {
        throw new FetchProblem(
            Web.shown(answer.address()) + " answered with status " + answer.status());
      }
      if (!answer.whole()) {
        throw tooLarge();
      }
    }
  }

  private String pull(String reference, Path archive, Progress progress) throws IOException {
    try (Web web = web()) {
      return new RegistryPull(web, OciReference.parse(reference))
          .into(archive, bounds.maxDownload(), (done, all) -> progress.at("fetching", done, all))
          .toString();
    }
  }

  private BadPackage tooLarge() {
    return new BadPackage("it is larger than " + bounds.maxDownload() + " bytes");
  }
}
