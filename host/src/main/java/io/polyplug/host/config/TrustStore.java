package io.polyplug.host.config;

import io.polyplug.base.Sha256;
import io.polyplug.base.UntrustedText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Which configuration files the user has said may run what they name. A file is trusted by its real
 * path and its content: after a change it has to be trusted again.
 *
 * <p>A line is the digest of the path, that of the content, and the path for people. Only the
 * digests count, so that no name of a folder can say anything here. Commands that trust at the same
 * time wait for each other.
 */
public final class TrustStore {
  private final StateLines lines;

  /** The store in a state folder; nothing is created before something is trusted. */
  public TrustStore(Path stateFolder) {
    this.lines = new StateLines(stateFolder, "trusted");
  }

  public boolean trusts(ConfigFile config) throws IOException {
    return trusts(config.file(), config.content());
  }

  /** Whether the file is trusted with this content. */
  public boolean trusts(Path file, byte[] content) throws IOException {
    String wanted = pathDigest(file) + " " + Sha256.of(content) + " ";
    return lines.read().stream().anyMatch(line -> line.startsWith(wanted));
  }

  /** Trusts the file as it is now, in place of what was trusted under its path before. */
  public void trust(ConfigFile config) throws IOException {
    trust(config.file(), config.content());
  }

  /** As {@link #trust(ConfigFile)}, for a file of a contract's own. */
  public void trust(Path file, byte[] content) throws IOException {
    String path = pathDigest(file);
    String entry =
        path + " " + Sha256.of(content) + " " + UntrustedText.escape(file.toRealPath().toString());
    lines.change(
        before ->
            Stream.concat(
                    before.stream().filter(line -> !line.startsWith(path + " ")), Stream.of(entry))
                .toList());
  }

  private static String pathDigest(Path file) throws IOException {
    return Sha256.of(file.toRealPath().toString());
  }
}
