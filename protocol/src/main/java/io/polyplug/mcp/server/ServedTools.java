package io.polyplug.mcp.server;

import io.polyplug.mcp.protocol.ToolHeaders;
import io.polyplug.wire.Json;
import java.util.Optional;

/** The tools of a server. Called on virtual threads, many at once; an interrupt is a cancel. */
public interface ServedTools {
  /**
   * A page of tools, always in the same order. Throws {@link io.polyplug.wire.RpcException} for a
   * cursor that is none.
   */
  Page list(Optional<String> cursor) throws Exception;

  /**
   * Calls a tool. The result has at least {@code content}. An unknown name is an {@link
   * io.polyplug.wire.RpcException}; a tool that failed is a result with {@code isError}.
   */
  Json call(String name, Json arguments, ServerCall call) throws Exception;

  /** Which arguments of a tool its callers over HTTP repeat in headers. */
  default ToolHeaders headers(String name) {
    return ToolHeaders.NONE;
  }
}
