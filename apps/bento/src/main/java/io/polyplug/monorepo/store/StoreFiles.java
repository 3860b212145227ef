package io.polyplug.monorepo.store;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The flat folder of a store: which names are in it, and what they stand for. */
record StoreFiles(Path root) {
  static final String BUNDLE = ".tar";
  static final String SIDECAR = ".inputs.json";
  static final String TEMPORARY = ".tmp";
  static final String REMOTE_TEMPORARY = ".remote-tmp";

  /** A writer that lives touches its file far more often than this. */
  static final Duration ABANDONED = Duration.ofHours(1);

  private static final int KEY_LENGTH = 64;

  /** A regular file in the store. */
  record Found(Path path, long size, Instant modified) {}

  static boolean isKey(String text) {
    return text.length() == KEY_LENGTH && isHex(text);
  }

  static boolean isHex(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) {
        return false;
      }
    }
    return true;
  }

  Path bundle(String key) {
    return root.resolve(checked(key) + BUNDLE);
  }

  Path sidecar(String key) {
    return root.resolve(checked(key) + SIDECAR);
  }

  private static String checked(String key) {
    if (!isKey(key)) {
      throw new IllegalArgumentException("a key is 64 hex digits in lower case");
    }
    return key;
  }

  /** The keys of the files with this suffix, in the order of the folder. */
  List<String> keys(String suffix) throws IOException {
    List<String> keys = new ArrayList<>();
    for (String name : names(name -> name.endsWith(suffix))) {
      String key = name.substring(0, name.length() - suffix.length());
      if (isKey(key)) {
        keys.add(key);
      }
    }
    return keys;
  }

  /** Regular files only: a link is nothing of ours. */
  List<Found> find(Predicate<String> wanted) throws IOException {
    List<Found> found = new ArrayList<>();
    for (String name : names(wanted)) {
      Path path = root.resolve(name);
      BasicFileAttributes attributes = attributes(path);
      if (attributes != null && attributes.isRegularFile()) {
        found.add(new Found(path, attributes.size(), attributes.lastModifiedTime().toInstant()));
      }
    }
    return found;
  }

  private static @Nullable BasicFileAttributes attributes(Path path) throws IOException {
    try {
      return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  private List<String> names(Predicate<String> wanted) throws IOException {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(root)) {
      for (Path path : all) {
        String name = path.getFileName().toString();
        if (wanted.test(name)) {
          names.add(name);
        }
      }
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return names;
  }

  static boolean isTemporary(String name) {
    return name.endsWith(TEMPORARY) || name.endsWith(REMOTE_TEMPORARY);
  }

  /** Deletes what writers left that died. */
  void sweep(Instant now) throws IOException {
    Instant oldest = now.minus(ABANDONED);
    for (Found file : find(StoreFiles::isTemporary)) {
      if (file.modified().isBefore(oldest)) {
        Files.deleteIfExists(file.path());
      }
    }
  }
}
