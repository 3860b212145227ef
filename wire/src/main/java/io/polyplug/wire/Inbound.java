package io.polyplug.wire;

/** What a frame's body turned out to be. */
public sealed interface Inbound permits Message, BadBody {}
