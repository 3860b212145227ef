package io.polyplug.process;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/**
 * The host's end of a child's stdout or piped stderr. Unbuffered; safe from any thread, one read at
 * a time.
 *
 * <p>A blocked {@link #read(byte[], int, int)} holds its thread: read from a platform thread, never
 * from a virtual one. {@link #close} from another thread makes it throw promptly. The end of the
 * stream is not the end of the process, nor the other way round: a grandchild may hold the pipe
 * open, so after an exit read what is there with {@link #readAvailable}.
 */
public abstract class ChildOutput extends InputStream {
  /** Only the spawners make these. */
  protected ChildOutput() {}

  @Override
  public abstract int read(byte[] bytes, int offset, int length) throws IOException;

  /** As {@link #read(byte[], int, int)}, but waits at most so long: 0 if nothing came. */
  public abstract int read(byte[] bytes, int offset, int length, Duration atMost)
      throws IOException;

  /**
   * Reads what is in the pipe now without blocking: 0 when there is nothing (or another thread is
   * reading), -1 at the end of the stream.
   */
  public abstract int readAvailable(byte[] bytes, int offset, int length) throws IOException;

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  /** A child that goes on writing gets a broken pipe. Never blocks on the child, never throws. */
  @Override
  public abstract void close();
}
