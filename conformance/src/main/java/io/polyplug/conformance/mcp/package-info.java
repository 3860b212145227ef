/** The axes of MCP servers over their standard streams, for the revisions of both eras. */
package io.polyplug.conformance.mcp;
