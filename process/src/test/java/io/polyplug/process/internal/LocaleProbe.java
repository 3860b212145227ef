package io.polyplug.process.internal;

import io.polyplug.process.Child;
import io.polyplug.process.Environment;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.Spawner;
import java.nio.file.Path;

/** Runs in a JVM without a UTF-8 locale and hands through what its children got. */
final class LocaleProbe {
  private LocaleProbe() {}

  public static void main(String[] arguments) throws Exception {
    ProcessSpec spec =
        ProcessSpec.of(Path.of("/bin/sh"))
            .arguments(
                "-c", "printf '%s|%s|%s' \"$1\" \"$GIVEN\" \"$INHERITED\"", "sh", "\u00e4\u20ac")
            .environment(
                Environment.empty().with("GIVEN", "\u00f6\ud83d\ude00").inherit("INHERITED"))
            .build();
    try (Child child = Spawner.platform().start(spec)) {
      child.stdout().transferTo(System.out);
    }
    try (Child child = Spawner.portable().start(spec)) {
      child.stdout().transferTo(System.out);
    } catch (LaunchFailure refused) {
      System.out.print("|" + refused.reason());
    }
    System.out.flush();
  }
}
