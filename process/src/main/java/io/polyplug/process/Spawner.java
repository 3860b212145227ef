package io.polyplug.process;

import io.polyplug.process.internal.Platform;
import java.util.function.Function;

/** Starts processes. Safe from any thread. */
public interface Spawner {
  /**
   * Starts the process and returns when its program has been loaded. A failed start leaves neither
   * a process nor a descriptor behind.
   */
  Child start(ProcessSpec spec) throws LaunchFailure;

  /**
   * Starts the process for what is made of it and closes it from then on. If that cannot be made
   * the process is closed here.
   */
  default <T> T start(ProcessSpec spec, Function<Child, T> owner) throws LaunchFailure {
    Child child = start(spec);
    try {
      return owner.apply(child);
    } catch (RuntimeException | Error failure) {
      child.close();
      throw failure;
    }
  }

  /**
   * Does now what is done once, with the first start: so that whoever measures or limits the time
   * of a start measures the start alone. Cheap when it was done before.
   */
  default void prepare() throws LaunchFailure {}

  /**
   * The spawner of this machine: the native one on Linux, the {@link #portable portable} one on
   * other Unix systems and where the kernel or the C library is too old.
   *
   * @throws UnsupportedOperationException on Windows
   */
  static Spawner platform() {
    return Platform.spawner();
  }

  /**
   * A spawner on {@link ProcessBuilder}. It makes no process groups, takes a code of 129 to 159 for
   * a signal, needs a thread for each stderr that is drained, and refuses arguments and variables
   * that the JVM's locale cannot write.
   *
   * @throws UnsupportedOperationException on Windows
   */
  static Spawner portable() {
    return Platform.portable();
  }
}
