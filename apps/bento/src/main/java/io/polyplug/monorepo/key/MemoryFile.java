package io.polyplug.monorepo.key;

import io.polyplug.monorepo.hash.Blake3;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The file that remembers a workspace. One that is damaged, foreign or of another format reads as
 * an empty one; writing replaces it in one step, so that whoever writes last wins and nobody ever
 * reads a half.
 */
record MemoryFile(Path file, String root) {
  private static final int MAGIC = 0x70706b6d;
  private static final int FORMAT = 2;
  private static final long LARGEST = 256L << 20;

  /** The file for a workspace in a cache directory. */
  static MemoryFile of(Path cache, Path root) {
    String name = Blake3.hex(Blake3.of(root.toString().getBytes(StandardCharsets.UTF_8)));
    return new MemoryFile(cache.resolve("index").resolve(name.substring(0, 32)), root.toString());
  }

  /** By the dish's directory. */
  Map<String, DishMemory> read() {
    try {
      if (Files.size(file) <= LARGEST) {
        return parse(Files.readAllBytes(file));
      }
    } catch (IOException
        | BufferUnderflowException
        | IllegalArgumentException
        | NegativeArraySizeException
        | ArithmeticException e) {
      // Nothing is lost but time.
    }
    return new HashMap<>();
  }

  /** False if it could not be written, which costs nothing but time either. */
  boolean write(Map<String, DishMemory> dishes) {
    @Nullable Path fresh = null;
    try {
      byte[] content = format(dishes);
      if (content.length > LARGEST) {
        return false;
      }
      Path folder = Files.createDirectories(file.resolveSibling(""));
      fresh = Files.createTempFile(folder, "bento", ".tmp");
      Files.write(fresh, content);
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
      return true;
    } catch (IOException e) {
      discard(fresh);
      return false;
    }
  }

  private static void discard(@Nullable Path fresh) {
    if (fresh != null) {
      try {
        Files.deleteIfExists(fresh);
      } catch (IOException e) {
        // It is a leftover in a cache, which may be cleared at any time.
      }
    }
  }

  private Map<String, DishMemory> parse(byte[] content) {
    Map<String, DishMemory> dishes = new HashMap<>();
    if (content.length < Integer.BYTES) {
      return dishes;
    }
    int end = content.length - Integer.BYTES;
    ByteBuffer in = ByteBuffer.wrap(content, 0, end);
    CRC32 sum = new CRC32();
    sum.update(content, 0, end);
    if (ByteBuffer.wrap(content).getInt(end) != (int) sum.getValue()
        || in.getInt() != MAGIC
        || in.getInt() != FORMAT
        || !text(in).equals(root)) {
      return dishes;
    }
    for (int left = in.getInt(); left > 0; left--) {
      String dish = text(in);
      int count = in.getInt();
      int length = in.getInt();
      int from = in.position();
      in.position(from + length);
      int size = in.getInt();
      int entries = in.position();
      in.position(Math.addExact(entries, Math.multiplyExact(size, DishMemory.ENTRY)));
      dishes.put(dish, new DishMemory(content, from, length, count, content, entries, size));
    }
    return dishes;
  }

  private byte[] format(Map<String, DishMemory> dishes) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(1 << 16);
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(MAGIC);
    out.writeInt(FORMAT);
    text(out, root);
    out.writeInt(dishes.size());
    for (Map.Entry<String, DishMemory> dish : dishes.entrySet()) {
      DishMemory memory = dish.getValue();
      text(out, dish.getKey());
      out.writeInt(memory.count());
      out.writeInt(memory.length());
      out.write(memory.paths(), memory.from(), memory.length());
      out.writeInt(memory.size());
      out.write(memory.entries(), memory.entriesFrom(), memory.size() * DishMemory.ENTRY);
    }
    CRC32 sum = new CRC32();
    sum.update(bytes.toByteArray());
    out.writeInt((int) sum.getValue());
    return bytes.toByteArray();
  }

  private static String text(ByteBuffer in) {
    byte[] bytes = new byte[Math.min(in.getInt(), in.remaining())];
    in.get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static void text(DataOutputStream out, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }
}
