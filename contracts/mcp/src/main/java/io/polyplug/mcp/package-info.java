/**
 * MCP servers as plugins.
 *
 * <p>{@link io.polyplug.mcp.McpContract} binds them, {@link io.polyplug.mcp.McpServerClient} is one
 * in MCP's own types, and {@link io.polyplug.mcp.McpHooks} is what a server may ask of its host.
 */
package io.polyplug.mcp;
