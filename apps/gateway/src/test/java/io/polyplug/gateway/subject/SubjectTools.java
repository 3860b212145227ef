package io.polyplug.gateway.subject;

import io.polyplug.mcp.protocol.ToolHeaders;
import io.polyplug.mcp.server.Page;
import io.polyplug.mcp.server.ServedTools;
import io.polyplug.mcp.server.ServerCall;
import io.polyplug.wire.ErrorObject;
import io.polyplug.wire.Json;
import io.polyplug.wire.RpcException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All tools of the subject by name, always in the same order. */
final class SubjectTools implements ServedTools {
  private final Map<String, SubjectTool> tools = new LinkedHashMap<>();

  SubjectTools(List<SubjectTool> all) {
    all.forEach(tool -> tools.put(tool.name(), tool));
  }

  @Override
  public Page list(Optional<String> cursor) {
    return Page.all(tools.values().stream().map(SubjectTool::described).toList());
  }

  @Override
  public Json call(String name, Json arguments, ServerCall call) throws Exception {
    SubjectTool tool = tools.get(name);
    if (tool == null) {
      throw new RpcException(ErrorObject.INVALID_PARAMS, "Unknown tool: " + name);
    }
    return tool.run().call(arguments, call);
  }

  @Override
  public ToolHeaders headers(String name) {
    SubjectTool tool = tools.get(name);
    try {
      return tool == null ? ToolHeaders.NONE : ToolHeaders.of(tool.inputSchema());
    } catch (ToolHeaders.Invalid e) {
      throw new IllegalStateException(e);
    }
  }
}
