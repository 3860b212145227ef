package io.polyplug.monorepo.key;

import io.polyplug.monorepo.files.CacheFile;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** The file that remembers the keys of a workspace. */
record MemoryFile(CacheFile cache) {
  private static final int KIND = 0x70706b6d;
  private static final int FORMAT = 2;
  private static final long LARGEST = 256L << 20;

  /** The file for a workspace in a cache directory. */
  static MemoryFile of(Path cache, Path root) {
    Path file = CacheFile.place(cache, root, "");
    return new MemoryFile(new CacheFile(file, KIND, FORMAT, root.toString(), LARGEST));
  }

  Path file() {
    return cache.file();
  }

  /** By the dish's directory; one that cannot be read remembers nothing. */
  Map<String, DishMemory> read() {
    CacheFile.Content content = cache.read();
    if (content != null) {
      try {
        return parse(content.bytes(), content.in());
      } catch (BufferUnderflowException
          | IllegalArgumentException
          | NegativeArraySizeException
          | ArithmeticException e) {
        // Nothing is lost but time.
      }
    }
    return new HashMap<>();
  }

  boolean write(Map<String, DishMemory> dishes) {
    try {
      return cache.write(format(dishes));
    } catch (IOException e) {
      return false;
    }
  }

  private static Map<String, DishMemory> parse(byte[] content, ByteBuffer in) {
    Map<String, DishMemory> dishes = new HashMap<>();
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

  private static byte[] format(Map<String, DishMemory> dishes) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(1 << 16);
    DataOutputStream out = new DataOutputStream(bytes);
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
