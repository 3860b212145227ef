package io.polyplug.install;

import io.polyplug.base.UntrustedText;
import io.polyplug.host.config.FileProblem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collections;
import java.util.List;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;

/**
 * Unpacks a zip whose author may mean harm. Either all of it is good and is unpacked, or a {@link
 * BadPackage} says what is not; what was written by then is for the caller to delete.
 */
final class Unpacking {
  private static final int TYPE = 0170000;
  private static final int REGULAR = 0100000;
  private static final int FOLDER = 0040000;
  private static final int STORED = 0;
  private static final int DEFLATED = 8;

  /** Nothing that people pack shrinks more than this, if there is much of it. */
  private static final long MAX_RATIO = 200;

  private static final long MUCH = 100L << 20;

  private final Path archive;
  private final StoreSettings bounds;

  Unpacking(Path archive, StoreSettings bounds) {
    this.archive = archive;
    this.bounds = bounds;
  }

  /** Unpacks into the folder, which is there and empty, and gives what was written. */
  List<FileRecord> into(Path folder, Progress progress) throws IOException {
    try (FileChannel file = FileChannel.open(archive, StandardOpenOption.READ)) {
      ZipEnd end = ZipEnd.read(file, bounds.maxEntries());
      try (ZipFile zip = ZipFile.builder().setPath(archive).setIgnoreLocalFileHeader(true).get()) {
        List<ZipArchiveEntry> entries = Collections.list(zip.getEntriesInPhysicalOrder());
        new ZipLayout(file, end).check(entries);
        long expected = sum(entries, file.size());
        PackageWriter writer = new PackageWriter(folder, bounds, expected, progress);
        for (ZipArchiveEntry entry : entries) {
          unpack(zip, entry, writer);
        }
        return writer.files();
      }
    } catch (BadPackage | WriteProblem e) {
      throw e;
    } catch (FileSystemException e) {
      throw new BadPackage("it cannot be read: " + FileProblem.of(e, archive));
    } catch (IOException | RuntimeException e) {
      String why = e.getMessage() == null ? "it is damaged" : e.getMessage();
      throw new BadPackage("it cannot be read: " + UntrustedText.excerpt(why, 300));
    }
  }

  private long sum(List<ZipArchiveEntry> entries, long archiveSize) throws BadPackage {
    long sum = 0;
    for (ZipArchiveEntry entry : entries) {
      if (entry.getSize() < 0 || entry.getSize() > bounds.maxUnpacked()) {
        throw tooLarge();
      }
      sum += entry.getSize();
      if (sum > bounds.maxUnpacked()) {
        throw tooLarge();
      }
    }
    if (sum > MUCH && sum / MAX_RATIO > archiveSize) {
      throw new BadPackage(
          "it unpacks to more than %d times its size, which no package does".formatted(MAX_RATIO));
    }
    return sum;
  }

  private BadPackage tooLarge() {
    return new BadPackage(
        "it is larger than " + bounds.maxUnpacked() + " bytes when it is unpacked");
  }

  private static void unpack(ZipFile zip, ZipArchiveEntry entry, PackageWriter writer)
      throws IOException {
    String quoted = ZipLayout.quoted(entry);
    if (entry.getGeneralPurposeBit().usesEncryption()) {
      throw new BadPackage("the entry " + quoted + " is encrypted");
    }
    if (entry.getMethod() != STORED && entry.getMethod() != DEFLATED) {
      throw new BadPackage(
          "the entry %s is packed by method %d; stored and deflated are known"
              .formatted(quoted, entry.getMethod()));
    }
    checkText(entry);
    EntryPath path = EntryPath.of(entry.getName());
    boolean isFolder = entry.getName().endsWith("/") || entry.getName().endsWith("\\");
    checkType(entry, isFolder);
    if (isFolder) {
      if (entry.getSize() != 0) {
        throw new BadPackage("the folder " + quoted + " has content");
      }
      writer.folder(path);
      return;
    }
    try (InputStream content = zip.getInputStream(entry)) {
      PackageWriter.Written written =
          writer.file(path, entry.getUnixMode(), content, entry.getSize());
      if (written.size() != entry.getSize()) {
        throw new BadPackage("the entry " + quoted + " is smaller than it says");
      }
      if (written.crc() != entry.getCrc()) {
        throw new BadPackage("the content of " + quoted + " is damaged");
      }
    }
  }

  /** Bytes that are no text are shown as text by every reader, and differently by each. */
  private static void checkText(ZipArchiveEntry entry) throws BadPackage {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(entry.getRawName()));
    } catch (CharacterCodingException e) {
      throw new BadPackage("the name " + ZipLayout.quoted(entry) + " is not valid text");
    }
  }

  /** The type bits are looked at whatever system the archive claims to be from. */
  private static void checkType(ZipArchiveEntry entry, boolean isFolder) throws BadPackage {
    int type = (int) (entry.getExternalAttributes() >> 16) & TYPE;
    boolean fits = type == 0 || type == (isFolder ? FOLDER : REGULAR);
    if (!fits) {
      throw new BadPackage(
          "the entry %s is a link or a special file, and only files and folders are installed"
              .formatted(ZipLayout.quoted(entry)));
    }
  }
}
