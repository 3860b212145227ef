package io.polyplug.monorepo.store;

import io.polyplug.wire.Json;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;

/**
 * What went into a key, kept beside its bundle (section 6.10). Names of variables, never values.
 *
 * @param toolchain for example {@code go:1.22}
 * @param bentoVersion major and minor
 * @param host for example {@code x86_64-linux}
 */
public record Sidecar(
    String taskName,
    String run,
    String dish,
    Optional<String> adapter,
    Optional<String> toolchain,
    String bentoVersion,
    String host,
    List<String> envVars,
    List<Input> files) {
  static final int VERSION = 2;

  /**
   * One file that was read.
   *
   * @param path from the dish
   * @param blake3 64 hex digits
   */
  public record Input(String path, String blake3, long sizeBytes) {}

  public Sidecar {
    envVars = List.copyOf(envVars);
    files = List.copyOf(files);
  }

  /** Empty for what is no sidecar of this version. */
  static Optional<Sidecar> parse(byte[] json) {
    return SidecarReader.read(json);
  }

  /** In one line. */
  public Json toJson() {
    return Json.write(this::writeTo);
  }

  byte[] pretty() {
    ByteArrayOutputStream out = new ByteArrayOutputStream(256 + 160 * files.size());
    try (JsonGenerator generator = new JsonFactory().createGenerator(new Indented(), out)) {
      writeTo(generator);
    }
    out.write('\n');
    return out.toByteArray();
  }

  private void writeTo(JsonGenerator to) {
    to.writeStartObject();
    to.writeNumberProperty("version", VERSION);
    to.writeStringProperty("task_name", taskName);
    to.writeStringProperty("run", run);
    to.writeStringProperty("dish", dish);
    to.writeName("adapter");
    writeOptional(to, adapter);
    to.writeName("toolchain");
    writeOptional(to, toolchain);
    to.writeStringProperty("bento_version", bentoVersion);
    to.writeStringProperty("host", host);
    to.writeArrayPropertyStart("env_vars");
    for (String name : envVars) {
      to.writeString(name);
    }
    to.writeEndArray();
    to.writeArrayPropertyStart("files");
    for (Input file : files) {
      to.writeStartObject();
      to.writeStringProperty("path", file.path());
      to.writeStringProperty("blake3", file.blake3());
      to.writeNumberProperty("size_bytes", file.sizeBytes());
      to.writeEndObject();
    }
    to.writeEndArray();
    to.writeEndObject();
  }

  private static void writeOptional(JsonGenerator to, Optional<String> value) {
    if (value.isPresent()) {
      to.writeString(value.get());
    } else {
      to.writeNull();
    }
  }

  private static final class Indented extends ObjectWriteContext.Base {
    @Override
    public PrettyPrinter getPrettyPrinter() {
      DefaultIndenter lines = new DefaultIndenter("  ", "\n");
      DefaultPrettyPrinter printer =
          new DefaultPrettyPrinter(
              Separators.createDefaultInstance()
                  .withObjectNameValueSpacing(Separators.Spacing.AFTER)
                  .withArrayEmptySeparator("")
                  .withObjectEmptySeparator(""));
      printer.indentArraysWith(lines);
      printer.indentObjectsWith(lines);
      return printer;
    }
  }
}
