/** MCP over HTTP, for clients: a transport and its parts. */
package io.polyplug.mcp.http;
