/** Frames, JSON-RPC messages, peers and transports. */
package io.polyplug.wire;
