package io.polyplug.install.oci;

import io.polyplug.install.web.FetchProblem;
import io.polyplug.wire.InvalidJson;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A manifest, told by its shape and not by its media type. */
sealed interface Manifest {
  /** One artifact. */
  record Image(List<Descriptor> layers) implements Manifest {
    /** The layer to take: one that is a zip, else one whose title says so, else the first. */
    Optional<Descriptor> layer() {
      return layers.stream()
          .filter(Descriptor::isZip)
          .findFirst()
          .or(() -> layers.stream().filter(Descriptor::isTitledZip).findFirst())
          .or(() -> layers.stream().findFirst());
    }
  }

  /** A list of artifacts, of which the first counts. */
  record Index(Descriptor first) implements Manifest {}

  static Manifest parse(byte[] content, String where) throws FetchProblem {
    Json json;
    try {
      json = Json.parse(content);
    } catch (InvalidJson e) {
      throw new FetchProblem("The manifest of " + where + " is not valid JSON");
    }
    if (json.kind() != Json.Kind.OBJECT) {
      throw new FetchProblem("The manifest of " + where + " is not a JSON object");
    }
    Map<String, Json> members = JsonParts.members(json);
    Json layers = members.get("layers");
    if (layers != null) {
      return new Image(Descriptor.all(layers));
    }
    Json manifests = members.get("manifests");
    List<Descriptor> listed = manifests == null ? List.of() : Descriptor.all(manifests);
    if (listed.isEmpty()) {
      throw unusable(where);
    }
    return new Index(listed.getFirst());
  }

  static FetchProblem unusable(String where) {
    return new FetchProblem(
        "The artifact " + where + " has no usable layer; a single zip layer is expected");
  }
}
