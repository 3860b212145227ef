package io.polyplug.monorepo.files;

import io.polyplug.monorepo.hash.Blake3;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * A file that remembers something of a workspace and may be lost at any time. One that is damaged,
 * foreign or of another format is as good as none; writing replaces it in one step, so that whoever
 * writes last wins and nobody ever reads a half.
 *
 * @param kind what such files begin with
 * @param owner what it must have been written for
 * @param largest size in bytes
 */
public record CacheFile(Path file, int kind, int format, String owner, long largest) {
  /** Where the file of a workspace is in a cache directory. */
  public static Path place(Path cache, Path root, String suffix) {
    String name = Blake3.hex(Blake3.of(root.toString().getBytes(StandardCharsets.UTF_8)));
    return cache.resolve("index").resolve(name.substring(0, 32) + suffix);
  }

  /**
   * What was found.
   *
   * @param bytes all of the file
   * @param in the content in them, from its position to its limit
   */
  public record Content(byte[] bytes, ByteBuffer in) {}

  /** What it holds; null if it is of no use. */
  public @Nullable Content read() {
    try {
      return Files.size(file) <= largest ? checked(Files.readAllBytes(file)) : null;
    } catch (IOException | BufferUnderflowException | IllegalArgumentException e) {
      // Nothing is lost but time.
      return null;
    }
  }

  private @Nullable Content checked(byte[] all) {
    int end = all.length - Integer.BYTES;
    if (end < 0 || ByteBuffer.wrap(all).getInt(end) != sum(all, end)) {
      return null;
    }
    ByteBuffer in = ByteBuffer.wrap(all, 0, end);
    if (in.getInt() != kind || in.getInt() != format) {
      return null;
    }
    byte[] name = new byte[Math.clamp(in.getInt(), 0, in.remaining())];
    in.get(name);
    return new String(name, StandardCharsets.UTF_8).equals(owner) ? new Content(all, in) : null;
  }

  /** False if it could not be written, which costs nothing but time either. */
  public boolean write(byte[] content) {
    byte[] name = owner.getBytes(StandardCharsets.UTF_8);
    long size = 4L * Integer.BYTES + name.length + content.length;
    if (size > largest) {
      return false;
    }
    ByteBuffer out = ByteBuffer.allocate((int) size);
    out.putInt(kind).putInt(format).putInt(name.length).put(name).put(content);
    out.putInt(sum(out.array(), out.position()));
    return replace(out.array());
  }

  private boolean replace(byte[] all) {
    try {
      Path folder = Files.createDirectories(file.resolveSibling(""));
      Path fresh = Files.createTempFile(folder, "bento", ".tmp");
      try {
        Files.write(fresh, all);
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
        return true;
      } finally {
        Files.deleteIfExists(fresh);
      }
    } catch (IOException e) {
      return false;
    }
  }

  private static int sum(byte[] all, int end) {
    CRC32 sum = new CRC32();
    sum.update(all, 0, end);
    return (int) sum.getValue();
  }
}
