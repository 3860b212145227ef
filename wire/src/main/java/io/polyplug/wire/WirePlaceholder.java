package io.polyplug.wire;

interface WirePlaceholder {}
