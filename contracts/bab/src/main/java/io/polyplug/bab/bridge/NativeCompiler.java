package io.polyplug.bab.bridge;

import com.caoccao.javet.swc4j.interfaces.ISwc4jLibLoadingListener;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Where the compiler's native library is unpacked to while it is loaded: a folder that only this
 * user can write to, and not the one in the common folder for temporary files that is the library's
 * own choice. Gone once it is closed.
 */
final class NativeCompiler implements ISwc4jLibLoadingListener, AutoCloseable {
  /** Those whose artifacts are dependencies of this module. */
  private static final Set<String> MACHINES = Set.of("linux-amd64", "linux-x86_64", "mac-aarch64");

  private final Path folder;

  private NativeCompiler(Path folder) {
    this.folder = folder;
  }

  static boolean isFor(String system, String machine) {
    String name = system.toLowerCase(Locale.ROOT);
    return MACHINES.contains((name.startsWith("mac") ? "mac" : name) + '-' + machine);
  }

  static NativeCompiler unpacked() throws IOException {
    return new NativeCompiler(Files.createTempDirectory("polyplug-swc-"));
  }

  @Override
  public File getLibPath() {
    return folder.toFile();
  }

  @Override
  public boolean isSuppressingError() {
    return true;
  }

  /** A loaded library needs no name any more. */
  @Override
  public void close() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.deleteIfExists(path);
      }
    }
  }
}
