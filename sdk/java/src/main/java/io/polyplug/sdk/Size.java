package io.polyplug.sdk;

/** How much of a screen there is to paint, in cells. */
public record Size(int width, int height) {}
