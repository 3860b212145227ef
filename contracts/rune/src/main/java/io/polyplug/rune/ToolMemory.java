package io.polyplug.rune;

import io.polyplug.base.Sha256;
import io.polyplug.host.AnswerStore;
import io.polyplug.process.LaunchFailure;
import io.polyplug.wire.InvalidJson;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Remembers which tools a plugin named in its handshake, under everything that could change the
 * answer: the binding, and the stamps (size, time, inode) of the program and of every argument that
 * is a file.
 */
final class ToolMemory {
  private final String key;
  private final AnswerStore store;

  private ToolMemory(String key, AnswerStore store) {
    this.key = key;
    this.store = store;
  }

  static ToolMemory of(RuneBinding binding, Set<String> allowed, AnswerStore store) {
    StringBuilder all = new StringBuilder("rune 1\n");
    all.append(binding.info().id()).append('\n').append(binding.protocol()).append('\n');
    all.append(new TreeSet<>(allowed)).append('\n').append(binding.process()).append('\n');
    List<Path> files = new ArrayList<>();
    try {
      files.add(RuneProgram.program(binding));
    } catch (LaunchFailure e) {
      // Not there: the start will say so, and there is nothing to stamp.
    }
    for (String argument : binding.process().arguments()) {
      try {
        files.add(binding.process().folder().resolve(argument));
      } catch (InvalidPathException e) {
        // Not the name of any file here, so there is nothing to stamp.
      }
    }
    files.forEach(file -> all.append(stamp(file)).append('\n'));
    return new ToolMemory("rune-tools-" + Sha256.of(all.toString()), store);
  }

  Optional<List<String>> recall() {
    return store.get(key).flatMap(ToolMemory::decode);
  }

  void remember(List<String> tools) {
    Json list =
        Json.write(
            out -> {
              out.writeStartArray();
              tools.forEach(out::writeString);
              out.writeEndArray();
            });
    store.put(key, list.toByteArray());
  }

  /** What cannot be read was not remembered. */
  private static Optional<List<String>> decode(byte[] answer) {
    try {
      List<String> tools = new ArrayList<>();
      for (Json element : JsonParts.elements(Json.parse(answer))) {
        String tool = element.stringValue();
        if (tool == null) {
          return Optional.empty();
        }
        tools.add(tool);
      }
      return tools.isEmpty() ? Optional.empty() : Optional.of(tools);
    } catch (InvalidJson e) {
      return Optional.empty();
    }
  }

  private static String stamp(Path file) {
    try {
      var attributes = Files.readAttributes(file, BasicFileAttributes.class);
      return "%s %d %s %s"
          .formatted(file, attributes.size(), attributes.lastModifiedTime(), attributes.fileKey());
    } catch (IOException e) {
      return file + " absent";
    }
  }
}
