package io.polyplug.install;

import io.polyplug.host.PackageDescription;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/**
 * What the store knows of one package: its lock file, without being one for other commands.
 *
 * @param source how it was named, to be fetched again
 * @param digest of the archive; empty for a folder
 * @param manifestDigest of a registry's manifest; empty for other sources
 */
record LockEntry(
    String id,
    String contract,
    String version,
    String source,
    String digest,
    String manifestDigest,
    Instant installedAt,
    List<String> asksFor,
    List<FileRecord> files) {
  LockEntry {
    asksFor = List.copyOf(asksFor);
    files = List.copyOf(files);
  }

  static LockEntry of(
      PackageDescription description, Fetched fetched, List<FileRecord> files, Instant now) {
    return new LockEntry(
        description.id(),
        description.contract(),
        description.version(),
        fetched.source(),
        fetched.digest(),
        fetched.manifestDigest(),
        now,
        description.asksFor(),
        files);
  }

  LockEntry withFiles(List<FileRecord> newer) {
    return new LockEntry(
        id, contract, version, source, digest, manifestDigest, installedAt, asksFor, newer);
  }

  Installed installed(Path root) {
    return new Installed(
        id,
        version,
        contract,
        root.resolve(id),
        files.size(),
        asksFor,
        source,
        digest,
        manifestDigest,
        installedAt);
  }
}
