package io.polyplug.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Everything about one run, as it is written to the file.
 *
 * @param date when it began, in UTC
 * @param settings quick or full
 * @param before the machine when it began
 * @param after the machine when it ended
 * @param series every number of every round
 * @param lines the table
 */
public record Results(
    String date,
    String settings,
    Machine before,
    Machine after,
    List<Series> series,
    List<Line> lines) {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  /** Writes them as JSON. */
  public void write(Path file) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    Files.write(file, MAPPER.writeValueAsBytes(this));
  }
}
