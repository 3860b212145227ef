package io.polyplug.cli;

import io.polyplug.wire.InvalidJson;
import io.polyplug.wire.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** The input of a call as it is given on the command line: JSON, {@code @file} or {@code -}. */
record InputArgument(Surroundings around) {
  /** More is refused before it is held in memory. */
  private static final int MAX_BYTES = 64 * 1024 * 1024;

  Json read(String argument) {
    if (argument.equals("-")) {
      try {
        return parse("standard input", bounded("standard input", around.stdin()));
      } catch (IOException e) {
        throw new UsageProblem("Standard input cannot be read: " + e.getMessage());
      }
    }
    if (argument.startsWith("@")) {
      Path file = around.folder().resolve(argument.substring(1));
      try (InputStream in = Files.newInputStream(file)) {
        return parse(file.toString(), bounded(file.toString(), in));
      } catch (NoSuchFileException e) {
        throw new UsageProblem("There is no file " + file);
      } catch (IOException e) {
        throw new UsageProblem(file + " cannot be read: " + e.getMessage());
      }
    }
    return parse("the input", argument.getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] bounded(String what, InputStream in) throws IOException {
    byte[] bytes = in.readNBytes(MAX_BYTES + 1);
    if (bytes.length > MAX_BYTES) {
      throw new UsageProblem(what + " is larger than " + MAX_BYTES + " bytes");
    }
    return bytes;
  }

  private static Json parse(String what, byte[] bytes) {
    if (new String(bytes, StandardCharsets.UTF_8).isBlank()) {
      throw new UsageProblem("Expected JSON, but " + what + " is empty");
    }
    try {
      return Json.parse(bytes);
    } catch (InvalidJson e) {
      throw new UsageProblem("Expected JSON, but " + what + " is not: " + e.getMessage());
    }
  }
}
