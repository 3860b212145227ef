package io.polyplug.monorepo.store;

import io.polyplug.base.UntrustedText;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Writes bundles. Throws when a file is no longer what it was when its turn came. */
final class BundleWriter {
  /** What {@code meta.json} holds. */
  static final byte[] META =
      ("{\"version\":" + Bundle.VERSION + ",\"exit_code\":0}").getBytes(StandardCharsets.UTF_8);

  private final TarWriter tar;
  private final Set<String> names = new HashSet<>();

  private BundleWriter(TarWriter tar) {
    this.tar = tar;
  }

  static void write(
      FileChannel to,
      byte[] stdout,
      byte[] stderr,
      List<OutputFile> outputs,
      List<OutputFile> workspaceOutputs)
      throws IOException {
    BundleWriter writer = new BundleWriter(new TarWriter(to));
    writer.tar.entry(Bundle.META, META);
    writer.tar.entry(Bundle.STDOUT, stdout);
    writer.tar.entry(Bundle.STDERR, stderr);
    for (OutputFile output : outputs) {
      writer.add(Bundle.OUTPUTS, output);
    }
    for (OutputFile output : workspaceOutputs) {
      writer.add(Bundle.WORKSPACE_OUTPUTS, output);
    }
    writer.tar.finish();
  }

  private void add(String prefix, OutputFile output) throws IOException {
    String name = RawName.of(output.relative());
    if (!RawName.isPlain(name)) {
      throw new IOException("The output " + RawName.shown(name) + " is not below its folder");
    }
    // Globs may overlap, and a bundle with a name twice is a bad one.
    if (!names.add(prefix + name)) {
      return;
    }
    PosixFileAttributes before = attributes(output);
    // Asked before it is opened, since to open a pipe is to wait for somebody who writes to it.
    if (!before.isRegularFile()) {
      throw changed(output);
    }
    try (FileChannel content =
        FileChannel.open(output.file(), StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
      long size = before.size();
      tar.entry(prefix + name, mode(before.permissions()), size, content);
      PosixFileAttributes after = attributes(output);
      if (after.size() != size || !after.lastModifiedTime().equals(before.lastModifiedTime())) {
        throw changed(output);
      }
    } catch (EOFException e) {
      throw changed(output);
    }
  }

  private static PosixFileAttributes attributes(OutputFile output) throws IOException {
    return Files.readAttributes(
        output.file(), PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }

  private static IOException changed(OutputFile output) {
    return new IOException(
        "The output '"
            + UntrustedText.escape(output.relative().toString())
            + "' changed while it was kept, so the result is not kept");
  }

  private static int mode(Set<PosixFilePermission> permissions) {
    int mode = 0;
    for (PosixFilePermission permission : permissions) {
      mode |= FileModes.bit(permission);
    }
    return mode;
  }
}
