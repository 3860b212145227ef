package io.polyplug.process.internal;

import io.polyplug.process.ChildInput;
import io.polyplug.process.ChildOutput;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;

/** The ends of pipes in memory: those of the host and those of the program. */
final class MemoryEnds {
  private MemoryEnds() {}

  /** The host's end of a stdin. */
  static ChildInput input(MemoryPipe pipe) {
    return new ChildInput() {
      @Override
      public int offer(byte[] bytes, int offset, int length) throws IOException {
        return pipe.offer(bytes, offset, length);
      }

      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        pipe.write(bytes, offset, length);
      }

      @Override
      public void close() {
        pipe.closeWriter();
      }
    };
  }

  /** The host's end of a stdout or a piped stderr. */
  static ChildOutput output(MemoryPipe pipe) {
    return new ChildOutput() {
      @Override
      public int read(byte[] bytes, int offset, int length) throws IOException {
        return pipe.read(bytes, offset, length);
      }

      @Override
      public int read(byte[] bytes, int offset, int length, Duration atMost) throws IOException {
        return pipe.read(bytes, offset, length, atMost);
      }

      @Override
      public int readAvailable(byte[] bytes, int offset, int length) throws IOException {
        return pipe.readAvailable(bytes, offset, length);
      }

      @Override
      public void close() {
        pipe.closeReader();
      }
    };
  }

  /** The program's end of its stdin. */
  static InputStream source(MemoryPipe pipe) {
    return new InputStream() {
      @Override
      public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
      }

      @Override
      public int read(byte[] bytes, int offset, int length) throws IOException {
        return pipe.read(bytes, offset, length);
      }

      @Override
      public int available() {
        return pipe.available();
      }

      @Override
      public void close() {
        pipe.closeReader();
      }
    };
  }

  /** The program's end of its stdout or a piped stderr. */
  static OutputStream sink(MemoryPipe pipe) {
    return new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
      }

      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        pipe.write(bytes, offset, length);
      }

      @Override
      public void close() {
        pipe.closeWriter();
      }
    };
  }
}
