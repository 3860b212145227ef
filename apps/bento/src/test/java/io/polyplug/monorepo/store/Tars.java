package io.polyplug.monorepo.store;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/** Makes archives, good and bad, with a library that knows nothing of ours. */
public final class Tars {
  /** What every good bundle begins with. */
  public static final String META = "{\"version\":1,\"exit_code\":0}";

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes, "ISO-8859-1");

  private Tars() {
    tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_GNU);
    tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_STAR);
  }

  /** An archive with a good {@code meta.json}. */
  public static Tars bundle() throws IOException {
    return empty().file("meta.json", META).file("stdout", "").file("stderr", "");
  }

  static Tars empty() {
    return new Tars();
  }

  Tars extended() {
    tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
    return this;
  }

  public Tars file(String name, String content) throws IOException {
    return entry(new TarArchiveEntry(name, true), content);
  }

  Tars typed(String name, byte type, String target) throws IOException {
    TarArchiveEntry entry = new TarArchiveEntry(name, type, true);
    entry.setLinkName(target);
    return entry(entry, "");
  }

  Tars executable(String name, String content) throws IOException {
    TarArchiveEntry entry = new TarArchiveEntry(name, true);
    entry.setMode(0755);
    return entry(entry, content);
  }

  private Tars entry(TarArchiveEntry entry, String content) throws IOException {
    byte[] all = content.getBytes(StandardCharsets.UTF_8);
    entry.setSize(all.length);
    tar.putArchiveEntry(entry);
    tar.write(all);
    tar.closeArchiveEntry();
    return this;
  }

  public byte[] bytes() throws IOException {
    tar.finish();
    return bytes.toByteArray();
  }

  public Path writeTo(Path file) throws IOException {
    Files.createDirectories(file.getParent());
    return Files.write(file, bytes());
  }
}
