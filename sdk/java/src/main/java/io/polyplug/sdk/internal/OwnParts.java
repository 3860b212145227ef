package io.polyplug.sdk.internal;

import io.polyplug.sdk.OwnContract;
import java.util.Map;

/** What an {@link OwnContract} was told. */
public record OwnParts(String name, int version, Map<String, OwnContract.Method> methods) {}
