package io.polyplug.monorepo.key;

import io.polyplug.monorepo.hash.Blake3;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of one dish: the paths that decide, and hashes by what they were made of.
 * Immutable. It is left as the bytes of the file: most of it is only ever compared.
 *
 * @param paths may hold more than the paths
 * @param from where the paths begin, each with a zero byte after it
 * @param count of the paths
 * @param entries newest first; may hold more than the entries
 */
record DishMemory(
    byte[] paths, int from, int length, int count, byte[] entries, int entriesFrom, int size) {
  /** The bytes of an entry. */
  static final int ENTRY = 2 * Long.BYTES + Blake3.BYTES;

  static final DishMemory NONE = new DishMemory(new byte[0], 0, 0, 0, new byte[0], 0, 0);

  // A dish with more tasks than half of this is only slower.
  private static final int MOST = 128;

  /** A hash and what it was made of. */
  record Entry(Mix.Digest of, byte[] hash) {}

  byte @Nullable [] find(Mix.Digest of) {
    ByteBuffer in = ByteBuffer.wrap(entries);
    for (int i = 0, at = entriesFrom; i < size; i++, at += ENTRY) {
      if (in.getLong(at) == of.low() && in.getLong(at + Long.BYTES) == of.high()) {
        return Arrays.copyOfRange(entries, at + 2 * Long.BYTES, at + ENTRY);
      }
    }
    return null;
  }

  List<Entry> list() {
    List<Entry> all = new ArrayList<>(size);
    ByteBuffer in = ByteBuffer.wrap(entries, entriesFrom, size * ENTRY);
    for (int i = 0; i < size; i++) {
      Mix.Digest of = new Mix.Digest(in.getLong(), in.getLong());
      byte[] hash = new byte[Blake3.BYTES];
      in.get(hash);
      all.add(new Entry(of, hash));
    }
    return all;
  }

  /** The same with other entries before those that there are. */
  DishMemory with(List<Entry> newer) {
    List<Entry> all = new ArrayList<>(newer);
    for (Entry entry : list()) {
      if (all.size() < MOST && !has(newer, entry.of())) {
        all.add(entry);
      }
    }
    return withOnly(all);
  }

  DishMemory withOnly(List<Entry> all) {
    ByteBuffer out = ByteBuffer.allocate(all.size() * ENTRY);
    for (Entry entry : all) {
      out.putLong(entry.of().low()).putLong(entry.of().high()).put(entry.hash());
    }
    return new DishMemory(paths, from, length, count, out.array(), 0, all.size());
  }

  DishMemory withPaths(byte[] all, int number) {
    return new DishMemory(all, 0, all.length, number, entries, entriesFrom, size);
  }

  private static boolean has(List<Entry> entries, Mix.Digest of) {
    for (Entry entry : entries) {
      if (entry.of().equals(of)) {
        return true;
      }
    }
    return false;
  }
}
