package io.polyplug.monorepo.store;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;

/**
 * Writes an archive into a file: regular files only, with long names and large sizes in GNU's way.
 * What is copied from files is never held as a whole. For one thread; the caller closes the file.
 */
final class TarWriter {
  private static final int BUFFER = 128 * 1024;
  private static final String LONG_NAME = "././@LongLink";
  private static final int PLAIN_MODE = 0644;

  private final FileChannel out;
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);
  private final byte[] block = new byte[TarHeader.BLOCK];
  private final TarHeader header = new TarHeader(block);

  TarWriter(FileChannel out) {
    this.out = out;
  }

  void entry(String name, byte[] content) throws IOException {
    header(name, PLAIN_MODE, content.length);
    put(content);
    pad(content.length);
  }

  /** Copies exactly so many bytes from where the channel stands; throws if there are fewer. */
  void entry(String name, int mode, long size, FileChannel content) throws IOException {
    header(name, mode, size);
    if (size <= buffer.capacity()) {
      copySmall(content, (int) size);
    } else {
      flush();
      copyLarge(content, size);
    }
    pad(size);
  }

  private void copySmall(FileChannel content, int size) throws IOException {
    if (buffer.remaining() < size) {
      flush();
    }
    buffer.limit(buffer.position() + size);
    while (buffer.hasRemaining()) {
      if (content.read(buffer) < 0) {
        throw new EOFException("shorter than its size");
      }
    }
    buffer.limit(buffer.capacity());
  }

  private void copyLarge(FileChannel content, long size) throws IOException {
    long done = 0;
    while (done < size) {
      long copied = content.transferTo(done, size - done, out);
      if (copied <= 0) {
        throw new EOFException("shorter than its size");
      }
      done += copied;
    }
  }

  private void header(String name, int mode, long size) throws IOException {
    if (name.length() > TarHeader.NAME_LENGTH) {
      byte[] full = (name + '\0').getBytes(StandardCharsets.ISO_8859_1);
      header.write(LONG_NAME, TarHeader.LONG_NAME, PLAIN_MODE, full.length);
      put(block);
      put(full);
      pad(full.length);
    }
    header.write(name, TarHeader.REGULAR, mode, size);
    put(block);
  }

  private void pad(long size) throws IOException {
    int over = (int) (size % TarHeader.BLOCK);
    if (over != 0) {
      put(new byte[TarHeader.BLOCK - over]);
    }
  }

  private void put(byte[] bytes) throws IOException {
    int from = 0;
    while (from < bytes.length) {
      if (!buffer.hasRemaining()) {
        flush();
      }
      int part = Math.min(buffer.remaining(), bytes.length - from);
      buffer.put(bytes, from, part);
      from += part;
    }
  }

  /** Ends the archive; nothing may follow. */
  void finish() throws IOException {
    put(new byte[2 * TarHeader.BLOCK]);
    flush();
  }

  private void flush() throws IOException {
    buffer.flip();
    while (buffer.hasRemaining()) {
      out.write(buffer);
    }
    buffer.clear();
  }
}
