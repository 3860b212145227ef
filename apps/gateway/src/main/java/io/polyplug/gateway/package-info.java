/** Every tool of every plugin as one MCP server. */
package io.polyplug.gateway;
