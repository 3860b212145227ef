package io.polyplug.install;

import io.polyplug.wire.InvalidJson;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/** How a {@link LockEntry} stands in its file. Members are only ever added. */
final class LockFile {
  private static final int MAX_BYTES = 64 << 20;

  private LockFile() {}

  /** What the file says; empty if there is none. A file that is broken is a problem to tell. */
  static Optional<LockEntry> read(Path file) throws IOException {
    byte[] content;
    try (InputStream in = Files.newInputStream(file)) {
      content = in.readNBytes(MAX_BYTES + 1);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
    try {
      if (content.length <= MAX_BYTES) {
        return Optional.of(parse(Json.parse(content)));
      }
    } catch (InvalidJson | IllegalArgumentException | DateTimeException e) {
      // Said below.
    }
    throw new InstallProblem(
        "%s is not a lock file of polyplug any more: use polyplug uninstall %s, then install it again"
            .formatted(Recognition.shown(file), StoreLayout.idOf(file)));
  }

  private static LockEntry parse(Json json) {
    Map<String, Json> members = JsonParts.members(json);
    List<String> asksFor = new ArrayList<>();
    JsonParts.elements(member(members, "asksFor")).forEach(one -> asksFor.add(text(one)));
    List<FileRecord> files = new ArrayList<>();
    for (Json file : JsonParts.elements(member(members, "files"))) {
      Map<String, Json> parts = JsonParts.members(file);
      files.add(
          new FileRecord(
              text(member(parts, "path")),
              Long.parseLong(member(parts, "size").toString()),
              Instant.parse(text(member(parts, "modified"))),
              text(member(parts, "sha256"))));
    }
    return new LockEntry(
        PackageId.checked(text(member(members, "id"))),
        text(member(members, "contract")),
        text(member(members, "version")),
        text(member(members, "source")),
        text(member(members, "digest")),
        text(member(members, "manifestDigest")),
        Instant.parse(text(member(members, "installedAt"))),
        asksFor,
        files);
  }

  private static Json member(Map<String, Json> members, String name) {
    Json value = members.get(name);
    if (value == null) {
      throw new IllegalArgumentException(name);
    }
    return value;
  }

  private static String text(Json value) {
    String text = value.stringValue();
    if (text == null) {
      throw new IllegalArgumentException("no text");
    }
    return text;
  }

  static byte[] bytes(LockEntry entry) {
    return Json.object(out -> write(entry, out)).toByteArray();
  }

  private static void write(LockEntry entry, JsonGenerator out) {
    out.writeStringProperty("id", entry.id());
    out.writeStringProperty("contract", entry.contract());
    out.writeStringProperty("version", entry.version());
    out.writeStringProperty("source", entry.source());
    out.writeStringProperty("digest", entry.digest());
    out.writeStringProperty("manifestDigest", entry.manifestDigest());
    out.writeStringProperty("installedAt", entry.installedAt().toString());
    out.writeArrayPropertyStart("asksFor");
    entry.asksFor().forEach(out::writeString);
    out.writeEndArray();
    out.writeArrayPropertyStart("files");
    for (FileRecord file : entry.files()) {
      out.writeStartObject();
      out.writeStringProperty("path", file.path());
      out.writeNumberProperty("size", file.size());
      out.writeStringProperty("modified", file.modified().toString());
      out.writeStringProperty("sha256", file.sha256());
      out.writeEndObject();
    }
    out.writeEndArray();
  }
}
