package io.polyplug.workbench.api;

import io.polyplug.base.SmallFile;
import io.polyplug.base.UntrustedText;
import io.polyplug.door.Refused;
import io.polyplug.host.ManifestProblem;
import io.polyplug.host.ManifestedPlugin;
import io.polyplug.host.Plugin;
import io.polyplug.host.config.FileProblem;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import io.polyplug.workbench.Served;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/**
 * {@code GET /api/plugins/KEY/manifest}: the file that describes a plugin, as its contract has read
 * it; {@code POST …/manifest/check} with {@code {"text": …}}: what the contract would say to that
 * text. No request names a file, and nothing is written.
 */
record ManifestRoutes(Served served) {
  private static final int LONGEST = 256 << 10;
  private static final int MOST_PROBLEMS = 200;

  void addTo(Routes.Builder routes) {
    routes.add("GET", "/api/plugins/{key}/manifest", this::show);
    routes.add("POST", "/api/plugins/{key}/manifest/check", this::check);
  }

  private Plugin plugin(ApiCall call) {
    return served.host().plugin(call.variable("key"));
  }

  private static ManifestedPlugin manifested(Plugin plugin) throws ApiProblem {
    return plugin
        .asIfPossible(ManifestedPlugin.class)
        .orElseThrow(
            () -> new ApiProblem(409, "no_manifest", plugin.info().id() + " has no manifest file"));
  }

  private void show(ApiCall call) throws IOException, ApiProblem {
    ManifestedPlugin manifested = manifested(plugin(call));
    String text = text(manifested.manifestFile());
    call.object(
        out -> {
          out.writeStringProperty("file", manifested.manifestFile().toString());
          out.writeStringProperty("format", manifested.manifestFormat());
          out.writeStringProperty("text", text);
        });
  }

  /** A link that leads out of the plugin's folder is not followed, whoever put it there. */
  private static String text(Path file) throws ApiProblem {
    try {
      Path real = file.toRealPath();
      if (!real.startsWith(file.resolveSibling("").toRealPath())) {
        throw unreadable(file, "it leads out of the plugin's folder");
      }
      byte[] content = SmallFile.read(real, LONGEST);
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
    } catch (SmallFile.Unfit e) {
      throw unreadable(file, "it " + e.getMessage());
    } catch (IOException e) {
      throw unreadable(file, FileProblem.of(e, file));
    }
  }

  private static ApiProblem unreadable(Path file, String why) {
    return new ApiProblem(
        409,
        "manifest_unreadable",
        UntrustedText.escape(file.toString()) + " cannot be shown: " + why);
  }

  private void check(ApiCall call) throws IOException, Refused, ApiProblem {
    ManifestedPlugin manifested = manifested(plugin(call));
    Json body = call.json();
    Json given = body.kind() == Json.Kind.OBJECT ? JsonParts.find(body, "text")[0] : null;
    String text = given == null ? null : given.stringValue();
    if (text == null || text.getBytes(StandardCharsets.UTF_8).length > LONGEST) {
      throw CallRequest.invalid(
          "expected {\"text\": …} with at most %d bytes of text".formatted(LONGEST));
    }
    List<ManifestProblem> problems =
        manifested.manifestProblems(text.startsWith("\uFEFF") ? text.substring(1) : text);
    call.object(
        out -> {
          out.writeArrayPropertyStart("problems");
          problems.stream().limit(MOST_PROBLEMS).forEach(it -> write(it, out));
          out.writeEndArray();
        });
  }

  private static void write(ManifestProblem problem, JsonGenerator out) {
    out.writeStartObject();
    out.writeStringProperty("severity", EventRoutes.word(problem.severity()));
    if (problem.line() > 0) {
      out.writeNumberProperty("line", problem.line());
    }
    if (problem.column() > 0) {
      out.writeNumberProperty("column", problem.column());
    }
    if (!problem.key().isEmpty()) {
      out.writeStringProperty("key", problem.key());
    }
    out.writeStringProperty("message", problem.message());
    out.writeEndObject();
  }
}
