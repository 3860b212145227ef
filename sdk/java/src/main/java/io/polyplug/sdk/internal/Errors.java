package io.polyplug.sdk.internal;

import io.polyplug.sdk.ToolError;
import io.polyplug.wire.CallException;
import io.polyplug.wire.ErrorObject;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import io.polyplug.wire.RpcException;

/** A tool's errors as those of JSON-RPC, and those of a host as a tool's. */
final class Errors {
  static final int TOOL_FAILED = -32000;

  private static final int DENIED = -32001;
  private static final int TIMED_OUT = -32002;

  private Errors() {}

  /** The error as it is answered, with its code as data. */
  static RpcException ofTool(ToolError e) {
    return new RpcException(object(e, TOOL_FAILED));
  }

  static ErrorObject object(ToolError e, int code) {
    return new ErrorObject(
        code, e.getMessage(), Json.object(out -> out.writeStringProperty("code", e.code())));
  }

  /** What a host answered to a call of ours, or why it did not. */
  static ToolError ofHost(CallException failure) {
    if (!(failure instanceof RpcException answered)) {
      return new ToolError(ToolError.INTERNAL, failure.failure().sentence());
    }
    ErrorObject error = answered.error();
    Json data = error.data();
    Json told =
        data == null || data.kind() != Json.Kind.OBJECT ? null : JsonParts.find(data, "code")[0];
    String own = told == null ? null : told.stringValue();
    return new ToolError(own == null ? code(error.code()) : own, error.message());
  }

  private static String code(int code) {
    return switch (code) {
      case DENIED -> "denied";
      case TIMED_OUT -> "timeout";
      case ErrorObject.METHOD_NOT_FOUND -> ToolError.NOT_FOUND;
      case ErrorObject.INVALID_PARAMS -> ToolError.INVALID_INPUT;
      default -> "host_error";
    };
  }
}
