package io.polyplug.process.internal;

import io.polyplug.process.ChildInput;
import io.polyplug.process.ChildOutput;
import java.io.IOException;
import java.time.Duration;

/** The ends of pipes in memory: the same to the host and to the program. */
final class MemoryEnds {
  private MemoryEnds() {}

  /** The end that is written to: of a stdin the host's, of a stdout or stderr the program's. */
  static ChildInput writer(MemoryPipe pipe) {
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

  /** The end that is read from: of a stdin the program's, of a stdout or stderr the host's. */
  static ChildOutput reader(MemoryPipe pipe) {
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
      public int available() {
        return pipe.available();
      }

      @Override
      public void close() {
        pipe.closeReader();
      }
    };
  }
}
