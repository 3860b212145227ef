package io.polyplug.ainb.files;

import io.polyplug.ainb.Capabilities;
import io.polyplug.ainb.HostHomes;
import io.polyplug.ainb.protocol.AinbErrors;
import io.polyplug.ainb.protocol.Bytes;
import io.polyplug.ainb.protocol.Fields;
import io.polyplug.ainb.protocol.FrameRoom;
import io.polyplug.base.Clock;
import io.polyplug.wire.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;

/**
 * Answers {@code host/fs/read_dir} and {@code host/fs/read_file} of one plugin (5.5). Safe from any
 * thread; the calls block, and end at an interrupt.
 */
public final class FileService {
  private static final int ROOM = FrameRoom.forBytes(64);

  private final PathGuard guard;
  private final FileWork work;

  public FileService(Capabilities capabilities, HostHomes homes, Clock clock) {
    this.guard = new PathGuard(capabilities, homes);
    this.work = new FileWork(clock);
  }

  /** The result of {@code host/fs/read_dir}. */
  public Json readDir(Json params) throws InterruptedException {
    String path = Fields.of(params).text("path");
    return work.run("read_dir", () -> list(guard.check(path), path, Listing.MAX_ENTRIES));
  }

  /** The result of {@code host/fs/read_file}. */
  public Json readFile(Json params) throws InterruptedException {
    String path = Fields.of(params).text("path");
    return work.run("read", () -> read(guard.check(path), path));
  }

  /** What is listed at a place that was checked before. */
  static Json list(Place place, String requested, int most) {
    try (OpenFolder folder = place.open()) {
      return FrameRoom.fitting(Listing.of(folder, most));
    } catch (Listing.TooLong absurd) {
      throw AinbErrors.internal("read_dir " + requested + ": " + absurd.getMessage());
    } catch (IOException failure) {
      throw AinbErrors.invalidParams("read_dir " + requested + ": " + Reasons.of(failure));
    }
  }

  /** What is in the file at a place that was checked before. */
  static Json read(Place place, String requested) {
    try (OpenFolder folder = place.openParent()) {
      Path name = place.name().orElseThrow(() -> new IOException("is a folder"));
      byte[] bytes = content(folder, name);
      return Json.object(out -> out.writeStringProperty("bytes", Bytes.write(bytes)));
    } catch (IOException failure) {
      throw AinbErrors.invalidParams("read " + requested + ": " + Reasons.of(failure));
    }
  }

  private static byte[] content(OpenFolder folder, Path name) throws IOException {
    BasicFileAttributes attributes = folder.attributes(name);
    if (!attributes.isRegularFile()) {
      // To open a pipe would wait for somebody who writes to it.
      throw new IOException(attributes.isDirectory() ? "is a folder" : "is not a regular file");
    }
    if (attributes.size() > ROOM) {
      throw FrameRoom.exceeded();
    }
    try (InputStream in =
        Channels.newInputStream(folder.open(name, Set.of(StandardOpenOption.READ)))) {
      byte[] bytes = in.readNBytes(ROOM + 1);
      if (bytes.length > ROOM) {
        throw FrameRoom.exceeded();
      }
      return bytes;
    }
  }
}
