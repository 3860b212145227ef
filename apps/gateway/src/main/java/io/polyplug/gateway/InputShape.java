package io.polyplug.gateway;

import io.polyplug.host.ToolInfo;
import io.polyplug.host.ToolKind;
import io.polyplug.mcp.McpContract;
import io.polyplug.wire.ErrorObject;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import io.polyplug.wire.RpcException;
import java.util.List;

/** How the arguments of a call, which are always an object, become the input of a tool. */
enum InputShape {
  /** They are the input. */
  OBJECT {
    @Override
    Json schema(Json tool) {
      return tool;
    }

    @Override
    List<Json> inputs(Json arguments) {
      return List.of(arguments);
    }
  },
  /** They are the input, whatever the schema says: so it is with servers of this protocol. */
  ARGUMENTS {
    @Override
    Json schema(Json tool) {
      return Json.object(
          out -> {
            out.writeStringProperty("type", "object");
            JsonParts.members(tool)
                .forEach(
                    (name, value) -> {
                      if (!name.equals("type")) {
                        out.writeName(name);
                        value.writeTo(out);
                      }
                    });
          });
    }

    @Override
    List<Json> inputs(Json arguments) {
      return List.of(arguments);
    }
  },
  /** The input is something else than an object and is one of them. */
  WRAPPED {
    @Override
    Json schema(Json tool) {
      return holding("input", tool);
    }

    @Override
    List<Json> inputs(Json arguments) {
      return List.of(member(arguments, "input"));
    }
  },
  /** There may be many inputs: they are the elements of one. */
  MANY {
    @Override
    Json schema(Json tool) {
      Json list =
          Json.object(
              out -> {
                out.writeStringProperty("type", "array");
                out.writeName("items");
                tool.writeTo(out);
              });
      return holding("messages", list);
    }

    @Override
    List<Json> inputs(Json arguments) {
      Json messages = member(arguments, "messages");
      if (messages.kind() != Json.Kind.ARRAY) {
        throw invalid("arguments.messages must be an array");
      }
      return JsonParts.elements(messages);
    }
  };

  /** The schema of the arguments, given that of one input. */
  abstract Json schema(Json tool);

  /** The inputs in the arguments. */
  abstract List<Json> inputs(Json arguments);

  /** Of a tool of a plugin of this contract. */
  static InputShape of(String contract, ToolInfo tool) {
    if (tool.kind() == ToolKind.CHANNEL) {
      return MANY;
    }
    Json schema = tool.inputSchema();
    Json type = schema.kind() == Json.Kind.OBJECT ? JsonParts.find(schema, "type")[0] : null;
    if (type != null && "object".equals(type.stringValue())) {
      return OBJECT;
    }
    return contract.equals(McpContract.ID) ? ARGUMENTS : WRAPPED;
  }

  private static Json holding(String name, Json schema) {
    return Json.object(
        out -> {
          out.writeStringProperty("type", "object");
          out.writeObjectPropertyStart("properties");
          out.writeName(name);
          schema.writeTo(out);
          out.writeEndObject();
          out.writeArrayPropertyStart("required");
          out.writeString(name);
          out.writeEndArray();
        });
  }

  private static Json member(Json arguments, String name) {
    Json value = JsonParts.find(arguments, name)[0];
    if (value == null) {
      throw invalid("arguments." + name + " is missing");
    }
    return value;
  }

  private static RpcException invalid(String sentence) {
    return new RpcException(ErrorObject.INVALID_PARAMS, sentence);
  }
}
