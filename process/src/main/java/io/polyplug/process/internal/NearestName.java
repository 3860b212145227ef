package io.polyplug.process.internal;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The file whose name is nearest to a misspelt one. */
public final class NearestName {
  private static final int MOST_CHANGES = 2;

  private NearestName() {}

  /** The nearest name of an executable file in the folders, if one is near. */
  public static Optional<String> in(List<Path> folders, String name) {
    // A short name is near to everything.
    int bound = Math.min(MOST_CHANGES, name.length() / 3);
    Optional<String> best = Optional.empty();
    for (Path folder : folders) {
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
        for (Path entry : entries) {
          String candidate = entry.getFileName().toString();
          if (Math.abs(candidate.length() - name.length()) <= bound) {
            int distance = distance(candidate, name);
            if (distance <= bound && Files.isExecutable(entry) && !Files.isDirectory(entry)) {
              bound = distance - 1;
              best = Optional.of(candidate);
            }
          }
        }
      } catch (IOException | DirectoryIteratorException unreadable) {
        // A folder of the search path that is not there holds no names.
      }
    }
    return best;
  }

  /** How many letters must be changed, added, removed or swapped with a neighbour. */
  static int distance(String a, String b) {
    int[] before = new int[b.length() + 1];
    int[] last = new int[b.length() + 1];
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      last[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        row[j] = Math.min(Math.min(row[j - 1], last[j]) + 1, last[j - 1] + change);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          row[j] = Math.min(row[j], before[j - 2] + 1);
        }
      }
      int[] reused = before;
      before = last;
      last = row;
      row = reused;
    }
    return last[b.length()];
  }
}
