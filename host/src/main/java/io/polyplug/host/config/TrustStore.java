package io.polyplug.host.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/**
 * Which configuration files the user has said may run what they name. A file is trusted by its real
 * path and its content: after a change it has to be trusted again.
 */
public final class TrustStore {
  private static final String FILE = "trusted";

  private final Path store;

  /** The store in a state folder; nothing is created before something is trusted. */
  public TrustStore(Path stateFolder) {
    this.store = stateFolder.resolve(FILE);
  }

  public boolean trusts(ConfigFile config) throws IOException {
    return entries().contains(entry(config));
  }

  /** Trusts the file as it is now, in place of what was trusted under its path before. */
  public void trust(ConfigFile config) throws IOException {
    String suffix = " " + path(config);
    List<String> kept =
        Stream.concat(
                entries().stream().filter(line -> !line.endsWith(suffix)), Stream.of(entry(config)))
            .toList();
    Path folder = store.toAbsolutePath().getParent();
    Files.createDirectories(folder);
    Path fresh =
        Files.createTempFile(
            folder,
            FILE,
            ".new",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try {
      Files.write(fresh, kept);
      Files.move(fresh, store, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }

  private List<String> entries() throws IOException {
    try {
      return Files.readAllLines(store);
    } catch (NoSuchFileException e) {
      return List.of();
    }
  }

  private static String entry(ConfigFile config) throws IOException {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(config.content());
      return HexFormat.of().formatHex(digest) + " " + path(config);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  private static String path(ConfigFile config) throws IOException {
    return config.file().toRealPath().toString();
  }
}
