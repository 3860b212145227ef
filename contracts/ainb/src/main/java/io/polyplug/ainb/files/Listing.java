package io.polyplug.ainb.files;

import io.polyplug.wire.Json;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JsonGenerator;

/** The entries of a folder as they are answered: sorted by name, links as what they are. */
final class Listing {
  /** More would not be a folder that anybody looks at. */
  static final int MAX_ENTRIES = 100_000;

  /** A folder has more entries than are listed. */
  static final class TooLong extends IOException {
    private static final long serialVersionUID = 1;

    TooLong(int most) {
      super("more than " + most + " entries");
    }
  }

  private record Entry(boolean isFolder, long size) {}

  private Listing() {}

  static Json of(OpenFolder folder, int most) throws IOException {
    Map<String, Entry> entries = entries(folder, most);
    return Json.object(
        out -> {
          out.writeArrayPropertyStart("entries");
          entries.forEach((name, entry) -> write(out, name, entry));
          out.writeEndArray();
        });
  }

  private static Map<String, Entry> entries(OpenFolder folder, int most) throws IOException {
    Map<String, Entry> entries = new TreeMap<>();
    try {
      for (Iterator<Path> names = folder.names(); names.hasNext(); ) {
        if (entries.size() == most) {
          throw new TooLong(most);
        }
        Path name = names.next();
        try {
          entries.put(name.toString(), entry(folder.attributes(name)));
        } catch (NoSuchFileException goneSince) {
          // It is as if it had gone before.
        }
      }
    } catch (DirectoryIteratorException failure) {
      throw failure.getCause();
    }
    return entries;
  }

  private static Entry entry(BasicFileAttributes attributes) {
    boolean isFolder = attributes.isDirectory();
    return new Entry(isFolder, isFolder ? 0 : attributes.size());
  }

  private static void write(JsonGenerator out, String name, Entry entry) {
    out.writeStartObject();
    out.writeStringProperty("name", name);
    out.writeBooleanProperty("is_dir", entry.isFolder());
    out.writeNumberProperty("size", entry.size());
    out.writeEndObject();
  }
}
