package io.polyplug.process;

import java.io.IOException;
import java.io.OutputStream;

/**
 * The host's end of a child's stdin. Unbuffered; safe from any thread, one write at a time.
 *
 * <p>{@link #write(byte[], int, int)} blocks while the pipe is full; {@link #close} from another
 * thread makes it throw promptly. A child that has closed its end or is gone makes writes throw.
 * Closing twice does nothing.
 */
public abstract class ChildInput extends OutputStream {
  /** Only the spawners make these. */
  protected ChildInput() {}

  /**
   * Writes as much of the range as fits without blocking and says how much: 0 when the pipe is full
   * or another thread is writing. The portable spawner cannot know and always answers 0; write from
   * a thread that may block instead.
   */
  public abstract int offer(byte[] bytes, int offset, int length) throws IOException;

  @Override
  public abstract void write(byte[] bytes, int offset, int length) throws IOException;

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void flush() {}

  /** The child sees the end of its input. Never blocks on the child and never throws. */
  @Override
  public abstract void close();
}
