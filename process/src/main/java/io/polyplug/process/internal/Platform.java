package io.polyplug.process.internal;

import io.polyplug.process.Spawner;
import java.util.Locale;

/** Picks the spawner of this machine. */
public final class Platform {
  private Platform() {}

  private static final class Chosen {
    static final Spawner SPAWNER = isNative() ? new NativeSpawner() : new PortableSpawner();
  }

  /** See {@link Spawner#platform}. */
  public static Spawner spawner() {
    refuseWindows();
    return Chosen.SPAWNER;
  }

  /** See {@link Spawner#portable}. */
  public static Spawner portable() {
    refuseWindows();
    return new PortableSpawner();
  }

  static boolean isNative() {
    String machine = System.getProperty("os.arch", "");
    return System.getProperty("os.name", "").equals("Linux")
        && (machine.equals("amd64") || machine.equals("aarch64"))
        && LibC.missing().isEmpty();
  }

  private static void refuseWindows() {
    if (System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows")) {
      throw new UnsupportedOperationException(
          "Windows is not supported: run it on Linux or macOS, or on Windows in WSL.");
    }
  }
}
