package io.polyplug.wire;

/** A JSON-RPC message whose payload is still text. Immutable. */
public sealed interface Message extends Inbound permits Request, Notification, Response {}
