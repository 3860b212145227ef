package io.polyplug.install;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/** A zip written byte by byte, so that every field of it can lie. */
final class RawZip {
  static final int UNIX = 3 << 8 | 20;

  /** One entry; what is not set says the truth. */
  static final class Entry {
    byte[] name;
    byte[] localName;
    byte[] packed;
    long size;
    long packedSize;
    long crc;
    int method;
    int flags = 0x800;
    int madeBy = UNIX;
    int mode;
    long localSize = -1;
    long offset = -1;
    byte[] extra = new byte[0];
    byte[] localExtra = new byte[0];
    byte[] descriptor = new byte[0];
    long localCrc = -1;

    Entry(String name, byte[] content) {
      this.name = name.getBytes(StandardCharsets.UTF_8);
      packed = content;
      size = content.length;
      packedSize = content.length;
      CRC32 sum = new CRC32();
      sum.update(content);
      crc = sum.getValue();
    }

    Entry deflated() {
      Deflater deflater = new Deflater(9, true);
      deflater.setInput(packed);
      deflater.finish();
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      byte[] buffer = new byte[8192];
      while (!deflater.finished()) {
        out.write(buffer, 0, deflater.deflate(buffer));
      }
      deflater.end();
      packed = out.toByteArray();
      packedSize = packed.length;
      method = 8;
      return this;
    }
  }

  final List<Entry> entries = new ArrayList<>();
  byte[] before = new byte[0];
  byte[] after = new byte[0];
  byte[] comment = new byte[0];
  byte[] between = new byte[0];
  int disk;
  int count = -1;
  long listSize = -1;
  long listAt = -1;
  boolean zip64;
  Long count64;
  int disks64 = 1;

  Entry add(String name, String content) {
    Entry entry = new Entry(name, content.getBytes(StandardCharsets.UTF_8));
    entries.add(entry);
    return entry;
  }

  /** A package that is good but for what the test does to it. */
  static RawZip good() {
    RawZip zip = new RawZip();
    zip.add(Packages.MANIFEST, TestContract.manifest("hostile", "1"));
    zip.add("bin/run", "#!/bin/sh\n");
    return zip;
  }

  byte[] build() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(before);
    List<Long> offsets = new ArrayList<>();
    for (Entry entry : entries) {
      offsets.add((long) out.size());
      byte[] name = entry.localName == null ? entry.name : entry.localName;
      ByteBuffer local = little(30);
      local.putInt(0x04034b50).putShort((short) 20).putShort((short) entry.flags);
      local.putShort((short) entry.method).putInt(0);
      local.putInt((int) (entry.localCrc < 0 ? entry.crc : entry.localCrc));
      local.putInt((int) entry.packedSize);
      local.putInt((int) (entry.localSize < 0 ? entry.size : entry.localSize));
      local.putShort((short) name.length).putShort((short) entry.localExtra.length);
      out.writeBytes(bytes(local));
      out.writeBytes(name);
      out.writeBytes(entry.localExtra);
      out.writeBytes(entry.packed);
      out.writeBytes(entry.descriptor);
    }
    out.writeBytes(between);
    long at = out.size();
    for (int i = 0; i < entries.size(); i++) {
      Entry entry = entries.get(i);
      ByteBuffer listed = little(46);
      listed.putInt(0x02014b50).putShort((short) entry.madeBy).putShort((short) 20);
      listed.putShort((short) entry.flags).putShort((short) entry.method).putInt(0);
      listed.putInt((int) entry.crc).putInt((int) entry.packedSize).putInt((int) entry.size);
      listed.putShort((short) entry.name.length).putShort((short) entry.extra.length);
      listed.putShort((short) 0).putShort((short) 0).putShort((short) 0);
      listed.putInt(entry.mode << 16);
      listed.putInt((int) (entry.offset < 0 ? offsets.get(i) : entry.offset));
      out.writeBytes(bytes(listed));
      out.writeBytes(entry.name);
      out.writeBytes(entry.extra);
    }
    end(out, at, out.size() - at);
    out.writeBytes(after);
    return out.toByteArray();
  }

  private void end(ByteArrayOutputStream out, long at, long size) {
    if (zip64) {
      long end64 = out.size();
      long many = count64 == null ? entries.size() : count64;
      ByteBuffer end = little(76);
      end.putInt(0x06064b50).putLong(44).putShort((short) 45).putShort((short) 45);
      end.putInt(0).putInt(0).putLong(many).putLong(many).putLong(size).putLong(at);
      end.putInt(0x07064b50).putInt(0).putLong(end64).putInt(disks64);
      out.writeBytes(bytes(end));
    }
    int many = count < 0 ? entries.size() : count;
    ByteBuffer end = little(22);
    end.putInt(0x06054b50).putShort((short) disk).putShort((short) disk);
    end.putShort((short) many).putShort((short) many);
    end.putInt((int) (listSize < 0 ? size : listSize)).putInt((int) (listAt < 0 ? at : listAt));
    end.putShort((short) comment.length);
    out.writeBytes(bytes(end));
    out.writeBytes(comment);
  }

  /** An extra field that gives an entry another name. */
  static byte[] unicodePath(String rawName, String other) {
    byte[] name = other.getBytes(StandardCharsets.UTF_8);
    CRC32 sum = new CRC32();
    sum.update(rawName.getBytes(StandardCharsets.UTF_8));
    ByteBuffer field = little(9 + name.length);
    field.putShort((short) 0x7075).putShort((short) (5 + name.length)).put((byte) 1);
    return bytes(field.putInt((int) sum.getValue()).put(name));
  }

  private static byte[] bytes(ByteBuffer filled) {
    byte[] bytes = new byte[filled.position()];
    filled.flip().get(bytes);
    return bytes;
  }

  private static ByteBuffer little(int size) {
    return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
  }
}
