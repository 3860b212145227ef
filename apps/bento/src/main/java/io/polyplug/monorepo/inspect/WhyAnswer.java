package io.polyplug.monorepo.inspect;

import io.polyplug.base.UntrustedText;
import io.polyplug.monorepo.Answer;
import io.polyplug.monorepo.store.Sidecar;
import io.polyplug.wire.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What went into keys. Pure functions. */
public final class WhyAnswer {
  private static final int DIGEST_CHARACTERS = 12;

  /** A key that has a bundle. */
  public record Entry(String key, Optional<Sidecar> sidecar) {}

  private WhyAnswer() {}

  /** Nothing found is an answer, but not what one hopes for. */
  public static Answer of(List<Entry> entries, String asked) {
    Json json =
        Json.write(
            out -> {
              out.writeStartArray();
              for (Entry entry : entries) {
                out.writeStartObject();
                out.writeStringProperty("key", entry.key());
                out.writeName("manifest");
                if (entry.sidecar().isPresent()) {
                  entry.sidecar().get().toJson().writeTo(out);
                } else {
                  out.writeNull();
                }
                out.writeEndObject();
              }
              out.writeEndArray();
            });
    List<String> lines = new ArrayList<>();
    for (Entry entry : entries) {
      show(entry, lines);
    }
    if (entries.isEmpty()) {
      lines.add("no kept result has a key that begins with " + UntrustedText.excerpt(asked, 80));
    }
    return new Answer(json, lines, !entries.isEmpty());
  }

  private static void show(Entry entry, List<String> lines) {
    lines.add("key: " + entry.key());
    if (entry.sidecar().isEmpty()) {
      lines.add("  nothing is known of what went into it");
      return;
    }
    Sidecar sidecar = entry.sidecar().get();
    lines.add("  dish: " + safe(sidecar.dish()));
    lines.add("  task: " + safe(sidecar.taskName()));
    lines.add("  command: " + safe(sidecar.run()));
    lines.add("  bento version: " + safe(sidecar.bentoVersion()));
    lines.add("  adapter: " + safe(sidecar.adapter().orElse("none")));
    lines.add("  toolchain: " + safe(sidecar.toolchain().orElse("none")));
    lines.add(
        "  env: "
            + (sidecar.envVars().isEmpty() ? "none" : safe(String.join(" ", sidecar.envVars()))));
    lines.add("  files: " + sidecar.files().size());
    for (Sidecar.Input file : sidecar.files()) {
      lines.add(
          "    "
              + safe(file.path())
              + "  "
              + file.blake3().substring(0, Math.min(DIGEST_CHARACTERS, file.blake3().length()))
              + "  "
              + file.sizeBytes());
    }
  }

  private static String safe(String text) {
    return UntrustedText.escape(text);
  }
}
