package io.polyplug.gateway;

import io.polyplug.host.Plugin;
import io.polyplug.host.ToolInfo;
import io.polyplug.mcp.protocol.ToolHeaders;
import io.polyplug.wire.Json;

/**
 * One tool of one plugin as clients see it.
 *
 * @param name unique in the gateway
 * @param input how the arguments of a call become the input of the tool
 * @param described as it is listed
 */
record Offered(
    String name,
    Plugin plugin,
    ToolInfo tool,
    InputShape input,
    ToolHeaders headers,
    Json described) {}
