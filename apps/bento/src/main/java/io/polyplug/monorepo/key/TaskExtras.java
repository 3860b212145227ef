package io.polyplug.monorepo.key;

import io.polyplug.bento.Toolchain;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What enters a task's key besides its files.
 *
 * @param dish its path as the bento file writes it
 * @param container {@code <runtime> <image>} if the task will run in one
 * @param pin empty without an adapter and where {@code use_system} is set
 * @param adapterPin what the adapter reports
 * @param resolved what the tool says of itself; left out if the user wrote the pin
 * @param env values by name, an empty one for a variable that is not set
 * @param dependencies effective signatures in hexadecimal by dish; empty if forced independent
 */
public record TaskExtras(
    String dish,
    String taskName,
    String command,
    List<String> outputs,
    List<String> workspaceOutputs,
    Optional<String> container,
    Optional<ToolPin> pin,
    Optional<String> adapter,
    Optional<Toolchain> adapterPin,
    Optional<String> resolved,
    Map<String, String> env,
    Map<String, String> dependencies) {
  /** The release whose keys these are, without its last number. */
  public static final String COMPAT_VERSION = "0.2";

  /** For example {@code x86_64-linux}. */
  public static String host() {
    String machine = System.getProperty("os.arch", "unknown");
    String system = System.getProperty("os.name", "unknown").toLowerCase(Locale.ROOT);
    return (machine.equals("amd64") ? "x86_64" : machine)
        + "-"
        + (system.startsWith("mac") ? "macos" : system);
  }

  /** In the order of section 6.5. */
  public List<Extra> list(String host) {
    List<Extra> extras = new ArrayList<>();
    extras.add(new Extra("bento_version", COMPAT_VERSION));
    extras.add(new Extra("host", host));
    extras.add(new Extra("dish", dish));
    extras.add(new Extra("task_name", taskName));
    extras.add(new Extra("task_command", command));
    extras.add(new Extra("outputs", String.join("\n", outputs)));
    extras.add(new Extra("workspace_outputs", String.join("\n", workspaceOutputs)));
    if (container.isPresent()) {
      extras.add(new Extra("container", container.get()));
    }
    if (pin.isPresent()) {
      ToolPin from = pin.get();
      extras.add(
          new Extra("toolchain_pin", from.source() + ":" + from.tool() + ":" + from.version()));
    }
    if (adapter.isPresent()) {
      extras.add(new Extra("adapter", adapter.get()));
    }
    if (adapterPin.isPresent()) {
      Toolchain reported = adapterPin.get();
      extras.add(new Extra("toolchain", reported.tool() + ":" + reported.version()));
    }
    if (resolved.isPresent() && !(pin.isPresent() && pin.get().isWritten())) {
      extras.add(new Extra("toolchain_resolved", resolved.get()));
    }
    for (Map.Entry<String, String> variable : new TreeMap<>(env).entrySet()) {
      extras.add(new Extra("env:" + variable.getKey(), variable.getValue()));
    }
    for (Map.Entry<String, String> dependency : new TreeMap<>(dependencies).entrySet()) {
      extras.add(new Extra("dep:" + dependency.getKey(), dependency.getValue()));
    }
    return extras;
  }
}
