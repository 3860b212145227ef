package io.polyplug.ainb.files;

import io.polyplug.ainb.Capabilities;
import io.polyplug.ainb.Capability;
import io.polyplug.ainb.Grant;
import io.polyplug.ainb.HostHomes;
import io.polyplug.ainb.protocol.AinbErrors;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Says which paths a plugin may have read (9.2). It looks at the links of the moment, at each call;
 * what it lets pass must be opened without following one. Safe from any thread.
 */
final class PathGuard {
  private record Root(String capability, boolean granted, Path folder) {}

  private final Capabilities capabilities;
  private final HostHomes homes;

  PathGuard(Capabilities capabilities, HostHomes homes) {
    this.capabilities = capabilities;
    this.homes = homes;
  }

  /** Where the path leads; refused with −32001 if that is not inside of what is granted. */
  Place check(String requested) {
    Path path = RealPath.of(absolute(requested));
    String missing = Capability.READ_PATHS;
    List<Root> roots = roots();
    // From the last to the first, so that the first of several refusals is the one that is named.
    for (Root root : roots.reversed()) {
      Path folder = RealPath.of(root.folder());
      if (path.startsWith(folder)) {
        if (root.granted()) {
          return new Place(folder, path);
        }
        missing = root.capability();
      }
    }
    throw AinbErrors.denied(missing);
  }

  private Path absolute(String requested) {
    try {
      return expanded(requested).orElseThrow(() -> AinbErrors.denied(Capability.READ_PATHS));
    } catch (InvalidPathException noPath) {
      throw AinbErrors.invalidParams("path: no file can have this name");
    }
  }

  /** The path with a leading {@code ~} as the user's folder; empty if it is not absolute. */
  private Optional<Path> expanded(String text) {
    Optional<Path> path =
        text.equals("~") || text.startsWith("~/")
            ? homes.home().map(home -> home.resolve(text.substring(Math.min(2, text.length()))))
            : Optional.of(Path.of(text));
    return path.filter(Path::isAbsolute);
  }

  private List<Root> roots() {
    List<Root> roots = new ArrayList<>();
    add(roots, Capability.READ_SESSIONS, homes.hostHome(), "sessions");
    add(roots, Capability.READ_SESSIONS, homes.home(), ".claude/agents-in-a-box/sessions");
    add(roots, Capability.READ_CLAUDE_LOGS, homes.home(), ".claude/projects");
    add(roots, Capability.READ_CODEX_LOGS, homes.home(), ".codex/sessions");
    // A flag names no folder, and so grants none.
    if (capabilities.of(Capability.READ_PATHS) instanceof Grant.Listed(List<String> prefixes)) {
      prefixes.forEach(
          prefix ->
              prefix(prefix).ifPresent(it -> roots.add(new Root(Capability.READ_PATHS, true, it))));
    }
    return roots;
  }

  private void add(List<Root> roots, String capability, Optional<Path> base, String below) {
    base.ifPresent(
        it ->
            roots.add(new Root(capability, capabilities.isGranted(capability), it.resolve(below))));
  }

  private Optional<Path> prefix(String text) {
    try {
      return expanded(text);
    } catch (InvalidPathException noPath) {
      return Optional.empty();
    }
  }
}
