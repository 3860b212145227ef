package io.polyplug.cli.scaffold;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How programs of a language are run here.
 *
 * @param words what stands before the program; nothing for one that runs by itself
 * @param test the command that runs a plugin's own tests in its folder
 * @param missing what has to be installed first; empty if everything is there
 * @param note what an author should know; may be empty
 */
record Runner(List<String> words, String test, Optional<String> missing, String note) {
  Runner {
    words = List.copyOf(words);
  }

  /** The program with what stands before it. */
  List<String> run(String program) {
    List<String> all = new ArrayList<>(words);
    all.add(program);
    return all;
  }
}
