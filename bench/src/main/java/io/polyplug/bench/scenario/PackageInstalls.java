package io.polyplug.bench.scenario;

import static io.polyplug.bench.report.Comparison.Goal.AT_MOST;

import io.polyplug.bench.Settings;
import io.polyplug.bench.Surroundings;
import io.polyplug.bench.report.Comparison;
import io.polyplug.bench.report.Series;
import io.polyplug.install.PackageStore;
import io.polyplug.install.Progress;
import io.polyplug.install.Source;
import io.polyplug.install.StoreSettings;
import io.polyplug.rune.RuneContract;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/** Installing a package, with all that is checked and noted, beside merely unpacking it. */
final class PackageInstalls implements Scenario {
  private static final String OURS = "polyplug";
  private static final String UNZIP = "unzip";
  private static final int FILE_BYTES = 1 << 20;
  private static final String MANIFEST =
      """
      {"plugin_id":"bench","plugin_version":"1","protocol_version":"rterm.plugin.v1",
       "process":{"command":"sh"},"tools":[{"name":"t"}]}
      """;

  @Override
  public String name() {
    return "install";
  }

  @Override
  public @Nullable String missing(Surroundings with) {
    return null;
  }

  private static String row(Settings settings) {
    return "install of " + settings.packageMegabytes() + " MB";
  }

  @Override
  public List<Comparison> comparisons(Settings settings) {
    return List.of(Comparison.shown(name(), row(settings), OURS, UNZIP, AT_MOST));
  }

  @Override
  public List<Series> run(Surroundings with, Settings settings) throws Exception {
    Path folder = Files.createTempDirectory("polyplug-bench");
    Path zip = pack(folder.resolve("package.zip"), settings.packageMegabytes());
    try {
      return Rounds.run(
          row(settings), "ms", List.of(new Ours(folder, zip), new Unzip(folder, zip)), settings);
    } finally {
      clear(folder);
    }
  }

  /** Half noise and half zeros, as programs and their data are about. */
  private static Path pack(Path file, int megabytes) throws IOException {
    Random random = new Random(1);
    byte[] content = new byte[FILE_BYTES];
    try (OutputStream out = Files.newOutputStream(file);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      zip.putNextEntry(new ZipEntry("rterm-plugin.json"));
      zip.write(MANIFEST.getBytes(StandardCharsets.UTF_8));
      for (int i = 0; i < megabytes; i++) {
        byte[] noise = new byte[FILE_BYTES / 2];
        random.nextBytes(noise);
        System.arraycopy(noise, 0, content, 0, noise.length);
        zip.putNextEntry(new ZipEntry("data/" + i));
        zip.write(content);
      }
    }
    return file;
  }

  private static void clear(Path folder) throws IOException, InterruptedException {
    if (new ProcessBuilder("rm", "-rf", folder.toString()).start().waitFor() != 0) {
      throw new IOException(folder + " cannot be deleted");
    }
  }

  private record Ours(Path folder, Path zip) implements Contender {
    @Override
    public String name() {
      return OURS;
    }

    @Override
    public double turn(Duration length) {
      PackageStore store =
          PackageStore.at(
              folder.resolve("plugins"), List.of(new RuneContract()), StoreSettings.DEFAULT);
      long began = System.nanoTime();
      store.install(new Source.ZipFile(zip), Progress.NONE);
      double millis = (System.nanoTime() - began) / 1e6;
      store.uninstall("bench");
      return millis;
    }
  }

  private record Unzip(Path folder, Path zip) implements Contender {
    @Override
    public String name() {
      return UNZIP;
    }

    @Override
    public double turn(Duration length) throws IOException, InterruptedException {
      Path target = folder.resolve("unzipped");
      long began = System.nanoTime();
      int code =
          new ProcessBuilder("unzip", "-q", zip.toString(), "-d", target.toString())
              .inheritIO()
              .start()
              .waitFor();
      double millis = (System.nanoTime() - began) / 1e6;
      clear(target);
      if (code != 0) {
        throw new IOException("unzip ended with " + code);
      }
      return millis;
    }
  }
}
