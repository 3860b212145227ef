package io.polyplug.bowire;

import io.polyplug.bowire.protocol.Capabilities;
import io.polyplug.bowire.protocol.Method;
import io.polyplug.bowire.protocol.MethodType;
import io.polyplug.bowire.protocol.Service;
import io.polyplug.host.ToolInfo;
import io.polyplug.host.ToolKind;
import io.polyplug.wire.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Every method of every service as a tool called {@code Service/method}. */
record SidecarTools(List<Service> services, Capabilities capabilities) {
  List<ToolInfo> all() {
    List<ToolInfo> tools = new ArrayList<>();
    for (Service service : services) {
      for (Method method : service.methods()) {
        tools.add(
            new ToolInfo(
                service.name() + "/" + method.name(),
                description(method),
                schema(method),
                kind(method.type()),
                Optional.of(further(method))));
      }
    }
    return tools;
  }

  /** Without channels the messages go out together (8.1). */
  boolean takesMany(MethodType type) {
    return !capabilities.channels()
        && (type == MethodType.CLIENT_STREAMING || type == MethodType.DUPLEX);
  }

  private ToolKind kind(MethodType type) {
    return switch (type) {
      case UNARY -> ToolKind.UNARY;
      case SERVER_STREAMING -> ToolKind.STREAM;
      case CLIENT_STREAMING -> capabilities.channels() ? ToolKind.CHANNEL : ToolKind.UNARY;
      case DUPLEX -> capabilities.channels() ? ToolKind.CHANNEL : ToolKind.STREAM;
    };
  }

  private Json schema(Method method) {
    Json one = InputSchema.of(method.input());
    if (!takesMany(method.type())) {
      return one;
    }
    return Json.object(
        out -> {
          out.writeArrayPropertyStart("anyOf");
          one.writeTo(out);
          out.writeStartObject();
          out.writeStringProperty("type", "array");
          out.writeName("items");
          one.writeTo(out);
          out.writeEndObject();
          out.writeEndArray();
        });
  }

  /** Which of the contract's four kinds it is: the host has three. */
  private static Json further(Method method) {
    return Json.object(out -> out.writeStringProperty("methodType", method.type().wireName()));
  }

  private static String description(Method method) {
    String text = method.summary().or(method::description).orElse("");
    return method.deprecated() ? (text + " (deprecated)").strip() : text;
  }
}
