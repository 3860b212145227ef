package io.polyplug.host.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.process.ProcessSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AotCachesTest {
  @TempDir Path folder;
  private AotCaches caches;
  private Path jdk;

  @BeforeEach
  void makeJdk() throws IOException {
    caches = AotCaches.below(folder.resolve("cache"));
    jdk = jdk("jdk", "25.0.1");
    Files.writeString(folder.resolve("a.jar"), "a");
    Files.writeString(folder.resolve("b.jar"), "b");
  }

  private Path jdk(String name, String version) throws IOException {
    Path home = folder.resolve(name);
    Files.createDirectories(home.resolve("bin"));
    Files.createFile(home.resolve("bin/java"));
    Files.writeString(
        home.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
    return home;
  }

  private ProcessSpec command(String... words) {
    return of(jdk.resolve("bin/java"), words);
  }

  private ProcessSpec of(Path program, String... words) {
    return ProcessSpec.of(program).arguments(words).folder(folder).build();
  }

  private Path placed(String... words) {
    return caches.place(command(words)).orElseThrow();
  }

  @Test
  void programsOfJarsCanBeTrained() {
    assertThat(caches.canTrain(command("-jar", "a.jar", "x"))).isTrue();
    assertThat(caches.canTrain(command("-Xmx1g", "-cp", "a.jar:b.jar", "Main"))).isTrue();
    assertThat(caches.canTrain(command("--class-path=a.jar", "Main"))).isTrue();
    assertThat(caches.canTrain(command("-cp", "*", "--add-opens", "a/b=c", "Main"))).isTrue();
  }

  @Test
  void whatTheJvmMakesNoCacheForIsLeftAlone() {
    for (String[] words :
        new String[][] {
          {},
          {"-jar"},
          {"-jar", "missing.jar"},
          {"-cp", ".", "Main"},
          {"-cp", "a.jar:", "Main"},
          {"-cp", "a.jar"},
          {"Main"},
          {"Main.java"},
          {"@options", "-jar", "a.jar"},
          {"-p", "a.jar", "-m", "a/b"},
          {"-XX:AOTCache=mine", "-jar", "a.jar"},
          {"-XX:SharedArchiveFile=mine", "-jar", "a.jar"},
          {"-javaagent:b.jar", "-jar", "a.jar"},
          {"-agentlib:jdwp=x", "-jar", "a.jar"}
        }) {
      assertThat(caches.canTrain(command(words))).as(String.join(" ", words)).isFalse();
    }
    assertThat(caches.canTrain(of(folder.resolve("a.jar"), "-jar", "a.jar"))).isFalse();
  }

  @Test
  void anOlderJdkIsLeftAlone() throws IOException {
    Path old = jdk("old", "24.0.2");
    assertThat(caches.canTrain(of(old.resolve("bin/java"), "-jar", "a.jar"))).isFalse();
  }

  @Test
  void aProgramThatIsALinkIsTheJdkItLeadsTo() throws IOException {
    Path link = Files.createDirectory(folder.resolve("usr")).resolve("java");
    Files.createSymbolicLink(link, jdk.resolve("bin/java"));
    assertThat(caches.place(of(link, "-jar", "a.jar"))).contains(placed("-jar", "a.jar"));
  }

  @Test
  void aCacheIsForOneJdkOneSetOfOptionsAndTheJarsAsTheyAre() throws IOException {
    Path before = placed("-jar", "a.jar", "x");
    assertThat(placed("-jar", "a.jar", "y")).as("what main is given").isEqualTo(before);
    assertThat(placed("-Xint", "-jar", "a.jar")).isNotEqualTo(before);
    Files.writeString(folder.resolve("a.jar"), "aa");
    Path changed = placed("-jar", "a.jar");
    assertThat(changed).isNotEqualTo(before);
    Files.setLastModifiedTime(folder.resolve("a.jar"), FileTime.fromMillis(1000));
    assertThat(placed("-jar", "a.jar")).isNotEqualTo(changed);
    Path same = placed("-jar", "a.jar");
    Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"25.0.2\"\n");
    assertThat(placed("-jar", "a.jar")).isNotEqualTo(same);
  }

  @Test
  void aCommandIsStartedWithItsCacheIfThereIsOne() throws IOException {
    ProcessSpec spec = command("-jar", "a.jar");
    assertThat(caches.quickened(spec)).isEqualTo(spec);
    Path cache = kept(spec, "a.jar");
    assertThat(caches.quickened(spec).arguments())
        .containsExactly(
            "-XX:AOTCache=" + cache, "-Xlog:disable", "-Xlog:all=error:stderr", "-jar", "a.jar");
  }

  @Test
  void cachesOfJarsThatAreGoneAreDropped() throws IOException {
    Path a = kept(command("-jar", "a.jar"), "a.jar");
    Path b = kept(command("-jar", "b.jar"), "b.jar");
    Files.delete(folder.resolve("a.jar"));
    caches.sweep();
    assertThat(caches.made()).isDirectoryNotContaining(a::equals).isDirectoryContaining(b::equals);
    Files.delete(folder.resolve("b.jar"));
    caches.sweep();
    assertThat(caches.made()).isEmptyDirectory();
  }

  @Test
  void ofManyCachesTheOldestIsDropped() throws IOException {
    Optional<Path> first = Optional.empty();
    for (int i = 0; i < 21; i++) {
      Path cache = kept(command("-Xmx" + i + "m", "-jar", "a.jar"), "a.jar");
      Files.setLastModifiedTime(cache, FileTime.fromMillis(1000 + i));
      first = first.isEmpty() ? Optional.of(cache) : first;
    }
    caches.sweep();
    assertThat(first.orElseThrow()).doesNotExist();
    assertThat(caches.made()).isDirectoryContaining("glob:**.aot");
    try (var left = Files.list(caches.made())) {
      assertThat(left.filter(it -> it.toString().endsWith(".aot"))).hasSize(20);
    }
  }

  private Path kept(ProcessSpec spec, String jar) throws IOException {
    Path made = Files.createTempFile(caches.made(), "training-", ".tmp");
    Path place = caches.place(spec).orElseThrow();
    caches.keep(made, place, folder.resolve(jar));
    return place;
  }
}
