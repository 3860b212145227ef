package io.polyplug.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/** How series get from the JVM that measured them to the one that prints them. */
public final class SeriesFile {
  private static final JsonMapper MAPPER = new JsonMapper();

  private SeriesFile() {}

  /** Writes all. */
  public static void write(Path file, List<Series> series) throws IOException {
    Files.write(file, MAPPER.writeValueAsBytes(series));
  }

  /** Reads what was written. */
  public static List<Series> read(Path file) throws IOException {
    return List.of(MAPPER.readValue(Files.readAllBytes(file), Series[].class));
  }
}
