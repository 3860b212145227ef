package io.polyplug.conformance.proof.hostile;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Children of the program: the same program again, with one word. Noted in its diary. */
final class Offspring {
  private Offspring() {}

  static void start(String what, ProcessBuilder.Redirect output, Diary diary) throws IOException {
    List<String> words = new ArrayList<>();
    words.add(System.getProperty("java.home").concat("/bin/java"));
    words.add("-XX:TieredStopAtLevel=1");
    words.add("-cp");
    words.add(System.getProperty("java.class.path"));
    words.add(Hostile.class.getName());
    words.add(what);
    Process child =
        new ProcessBuilder(words)
            .redirectInput(new File("/dev/null"))
            .redirectOutput(output)
            .redirectError(output)
            .start();
    diary.note(child.pid());
  }
}
