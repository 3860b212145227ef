package io.polyplug.host.jvm;

import io.polyplug.base.Sha256;
import io.polyplug.host.HostBuilder;
import io.polyplug.process.ProcessSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The start-up caches of Java plugins in one folder. A cache belongs to a JDK, to the options of
 * the command and to the jars of its class path by place, size and time of change: for anything
 * else there is none. Safe from any thread and process: a cache appears whole or not at all.
 */
public final class AotCaches {
  /** Each has some 15 MB. */
  private static final int MAX_KEPT = 20;

  /** The first JDK that makes a cache in one run. */
  private static final int FIRST_JDK = 25;

  private static final String ENDING = ".aot";
  private static final int MAX_RELEASE_BYTES = 64 * 1024;
  private static final Pattern VERSION = Pattern.compile("(?m)^JAVA_VERSION=\"(\\d{1,4})");

  private final Path folder;

  /** The caches of a folder, which need not exist. */
  AotCaches(Path folder) {
    this.folder = folder;
  }

  /** The caches that hosts find which {@linkplain HostBuilder#rememberIn remember} here. */
  public static AotCaches below(Path cacheFolder) {
    return new AotCaches(cacheFolder.resolve("aot"));
  }

  /** Whether a cache can be made for this command: it is Java, from jars, and a JDK that can. */
  public boolean canTrain(ProcessSpec spec) {
    return place(spec).isPresent();
  }

  /** The command as it starts quickest; as it is if there is no cache for it. */
  public ProcessSpec quickened(ProcessSpec spec) {
    return place(spec)
        .filter(Files::isRegularFile)
        .map(cache -> with(spec, "-XX:AOTCache=" + cache))
        .orElse(spec);
  }

  /** The command with which the cache is made, when the program ends well. */
  static ProcessSpec recording(ProcessSpec spec, Path output) {
    return with(spec, "-XX:AOTCacheOutput=" + output);
  }

  /** What the JVM has to say goes elsewhere: standard output is the host's. */
  private static ProcessSpec with(ProcessSpec spec, String option) {
    List<String> words = new ArrayList<>(spec.arguments().size() + 3);
    words.add(option);
    words.add("-Xlog:disable");
    words.add("-Xlog:all=error:stderr");
    words.addAll(spec.arguments());
    return spec.toBuilder().arguments(words).build();
  }

  /** Where the cache for this command is or would be; empty if there can be none. */
  Optional<Path> place(ProcessSpec spec) {
    return JavaCommand.of(spec).flatMap(AotCaches::key).map(key -> folder.resolve(key + ENDING));
  }

  /** The folder, which exists from now on. */
  Path made() throws IOException {
    return Files.createDirectories(folder);
  }

  private static Optional<String> key(JavaCommand command) {
    try {
      Path release = command.home().resolve("release");
      if (Files.size(release) > MAX_RELEASE_BYTES) {
        return Optional.empty();
      }
      String jdk = Files.readString(release, StandardCharsets.UTF_8);
      Matcher version = VERSION.matcher(jdk);
      if (!version.find() || Integer.parseInt(version.group(1)) < FIRST_JDK) {
        return Optional.empty();
      }
      StringBuilder all = new StringBuilder();
      all.append(command.home()).append('\0').append(jdk).append('\0');
      command.options().forEach(option -> all.append(option).append('\0'));
      for (Path jar : command.jars()) {
        BasicFileAttributes seen = Files.readAttributes(jar, BasicFileAttributes.class);
        all.append(jar).append('\0').append(seen.size()).append('\0');
        all.append(seen.lastModifiedTime().toMillis()).append('\0');
      }
      return Optional.of(Sha256.of(all.toString()).substring(0, 40));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Puts a cache in its place, beside a note of the jar that it is for, and makes room. */
  void keep(Path made, Path place, Path jar) throws IOException {
    Files.writeString(note(place), jar.toString());
    Files.move(made, place, StandardCopyOption.ATOMIC_MOVE);
    sweep();
  }

  /** Drops the caches whose jars are gone, and those made longest ago if there are many. */
  public void sweep() throws IOException {
    List<Path> caches = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, "*" + ENDING)) {
      all.forEach(caches::add);
    } catch (NoSuchFileException e) {
      return;
    }
    caches.sort(Comparator.comparing(AotCaches::age).reversed());
    int kept = 0;
    for (Path cache : caches) {
      if (kept < MAX_KEPT && isOfUse(cache)) {
        kept++;
      } else {
        Files.deleteIfExists(cache);
        Files.deleteIfExists(note(cache));
      }
    }
  }

  private static Path note(Path cache) {
    String name = String.valueOf(cache.getFileName());
    return cache.resolveSibling(name.substring(0, name.length() - ENDING.length()) + ".for");
  }

  private static boolean isOfUse(Path cache) {
    try {
      return Files.exists(Path.of(Files.readString(note(cache))));
    } catch (IOException | InvalidPathException e) {
      return false;
    }
  }

  private static FileTime age(Path cache) {
    try {
      return Files.getLastModifiedTime(cache);
    } catch (IOException e) {
      return FileTime.fromMillis(0);
    }
  }
}
