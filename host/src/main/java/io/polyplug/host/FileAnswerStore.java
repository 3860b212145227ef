package io.polyplug.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Answers kept as one file each below a folder. A file is put in place whole or not at all;
 * whatever goes wrong with the disk only means that nothing is remembered.
 */
final class FileAnswerStore implements AnswerStore {
  private static final int MAX_BYTES = 4 * 1024 * 1024;
  private static final int MAX_ANSWERS = 512;
  private static final Pattern KEY = Pattern.compile("[a-z0-9-]{1,128}");

  private final Path folder;

  FileAnswerStore(Path folder) {
    this.folder = folder;
  }

  @Override
  public Optional<byte[]> get(String key) {
    Path file = file(key);
    try {
      return Files.isRegularFile(file) && Files.size(file) <= MAX_BYTES
          ? Optional.of(Files.readAllBytes(file))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  @Override
  public void put(String key, byte[] answer) {
    if (answer.length > MAX_BYTES) {
      return;
    }
    try {
      Files.createDirectories(folder);
      forgetIfFull();
      Path fresh = Files.createTempFile(folder, key, ".new");
      try {
        Files.write(fresh, answer);
        Files.move(
            fresh, file(key), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(fresh);
      }
    } catch (IOException e) {
      // Not remembered; the next list asks again.
    }
  }

  /** Plugins change, and each change leaves an answer behind: now and then all are forgotten. */
  private void forgetIfFull() throws IOException {
    List<Path> all;
    try (Stream<Path> files = Files.list(folder)) {
      all = files.toList();
    }
    if (all.size() >= MAX_ANSWERS) {
      for (Path answer : all) {
        Files.deleteIfExists(answer);
      }
    }
  }

  private Path file(String key) {
    if (!KEY.matcher(key).matches()) {
      throw new IllegalArgumentException("not a key of the answer store: " + key);
    }
    return folder.resolve(key);
  }
}
