package io.polyplug.conformance.proof;

import io.polyplug.base.UntrustedText;
import io.polyplug.conformance.proof.hostile.Diary;
import io.polyplug.conformance.proof.hostile.Hostile;
import io.polyplug.rune.protocol.RuneProtocol;
import io.polyplug.wire.Json;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One plugin on disk: a folder with a program of the same name, which runs {@link Hostile} on this
 * JVM's Java, and its diary.
 *
 * @param as the first word that it is told: what it speaks
 */
record Program(Path folder, String as, String name) {
  /** What makes a start quick, and keeps a hundred of them small. */
  private static final List<String> JVM =
      List.of("-Xshare:auto", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx64m");

  static Program in(Path parent, String as, String name) throws IOException {
    return new Program(Files.createDirectory(parent.resolve(name)), as, name);
  }

  Path file() {
    return folder.resolve(name);
  }

  Diary diary() {
    return new Diary(folder);
  }

  /** Writes the program, as it should be or as a file that may not be executed. */
  void write(boolean executable) throws IOException {
    Files.writeString(
        file(),
        "#!/bin/sh\nexec %s %s -cp %s %s %s %s %s \"$@\"\n"
            .formatted(
                quoted(Path.of(System.getProperty("java.home"), "bin", "java").toString()),
                String.join(" ", JVM),
                quoted(classPath()),
                Hostile.class.getName(),
                as,
                name,
                quoted(folder.toString())));
    Files.setPosixFilePermissions(
        file(), PosixFilePermissions.fromString(executable ? "rwx------" : "rw-------"));
  }

  /** Only what the program needs: each jar is opened at every start. */
  private static String classPath() {
    return List.of(Hostile.class, RuneProtocol.class, Json.class, UntrustedText.class).stream()
        .map(Program::location)
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static String location(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException("Nobody knows where " + type + " is from.", e);
    }
  }

  private static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }
}
