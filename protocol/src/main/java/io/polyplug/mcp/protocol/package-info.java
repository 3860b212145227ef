/** The messages of MCP, the same for both ends. Needs {@code wire} only. */
package io.polyplug.mcp.protocol;
