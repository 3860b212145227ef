/**
 * The server's side of MCP, without a transport of its own: what is served is a few small
 * interfaces, and the eras of the protocol are told apart here. Needs {@code wire} only.
 */
package io.polyplug.mcp.server;
