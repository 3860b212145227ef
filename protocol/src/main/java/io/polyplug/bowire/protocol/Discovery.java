package io.polyplug.bowire.protocol;

import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What {@code discover} gave, made whole: SDKs leave out a lot and spell some things differently
 * (5.5).
 *
 * @param services empty means that the URL is not this sidecar's
 * @param strange what was read all the same; made of our words, names in them are the sidecar's
 * @param passedOver what could not be read, in the same words
 */
public record Discovery(List<Service> services, List<String> strange, List<String> passedOver) {
  public Discovery {
    services = List.copyOf(services);
    strange = List.copyOf(strange);
    passedOver = List.copyOf(passedOver);
  }

  /** All that should be told: what was strange, and what was passed over. */
  public List<String> warnings() {
    return Stream.concat(strange.stream(), passedOver.stream()).toList();
  }

  /** The params of the request. */
  public static Json request(String serverUrl, boolean showInternalServices) {
    return Json.object(
        out -> {
          out.writeStringProperty("serverUrl", serverUrl);
          out.writeBooleanProperty("showInternalServices", showInternalServices);
        });
  }

  /** Reads a result for the protocol and URL that were asked. */
  public static Discovery read(Json result, String protocolId, String serverUrl) {
    List<String> strange = new ArrayList<>();
    List<String> passedOver = new ArrayList<>();
    Json array = result;
    if (result.kind() == Json.Kind.OBJECT) {
      Optional<Json> wrapped = Members.of(result).value("services");
      if (wrapped.isPresent()) {
        strange.add("discover gave an object with services, as an outdated SDK does");
        array = wrapped.get();
      }
    }
    if (array.kind() != Json.Kind.ARRAY) {
      // An empty object is what an absent result is read as.
      if (array.kind() != Json.Kind.NULL) {
        passedOver.add("discover gave no array of services");
      }
      return new Discovery(List.of(), strange, passedOver);
    }
    List<Service> services = new ArrayList<>();
    for (Json element : JsonParts.elements(array)) {
      service(element, protocolId, serverUrl, passedOver).ifPresent(services::add);
    }
    return new Discovery(services, strange, passedOver);
  }

  private static Optional<Service> service(
      Json element, String protocolId, String serverUrl, List<String> passedOver) {
    Members members = Members.of(element);
    Optional<String> name = members.words("name");
    if (name.isEmpty() || members.isWrong("methods", Json.Kind.ARRAY)) {
      passedOver.add("a service without a name or with methods that are no array was passed over");
      return Optional.empty();
    }
    List<Method> methods = new ArrayList<>();
    for (Json method : members.elements("methods")) {
      new MethodReader(name.get(), passedOver).read(method).ifPresent(methods::add);
    }
    return Optional.of(
        new Service(
            name.get(),
            members.text("package").orElse(""),
            methods,
            protocolId,
            members.words("description"),
            members.words("version"),
            members.words("originUrl").orElse(serverUrl)));
  }
}
