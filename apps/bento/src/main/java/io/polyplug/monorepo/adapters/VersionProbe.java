package io.polyplug.monorepo.adapters;

import java.util.List;
import java.util.Optional;

/** How the version of what is really there is found out (section 5.4). */
interface VersionProbe {
  Optional<String> ask(Probes probes);

  /** The first of these programs that answers to {@code --version}, or to what is given. */
  record Command(List<String> programs, String argument) implements VersionProbe {
    static Command of(String... programs) {
      return new Command(List.of(programs), "--version");
    }

    @Override
    public Optional<String> ask(Probes probes) {
      for (String program : programs) {
        Optional<String> version = probes.version(program, argument);
        if (version.isPresent()) {
          return version;
        }
      }
      return Optional.empty();
    }
  }

  /** Java says it on stderr. */
  record Java() implements VersionProbe {
    @Override
    public Optional<String> ask(Probes probes) {
      return probes.versionOnStderr("java", "-version");
    }
  }

  /** Of uv, and of the Python that it would take. */
  record Uv() implements VersionProbe {
    @Override
    public Optional<String> ask(Probes probes) {
      Optional<String> uv = probes.version("uv", "--version");
      if (uv.isEmpty()) {
        return uv;
      }
      Optional<String> python = probes.version("uv", "run", "python", "--version");
      return Optional.of(uv.get() + " | " + python.orElse("python:unknown"));
    }
  }

  /** Of Node and of its package manager, as far as they are there. */
  record Node(String manager) implements VersionProbe {
    @Override
    public Optional<String> ask(Probes probes) {
      StringBuilder found = new StringBuilder();
      for (String program : List.of("node", manager)) {
        Optional<String> version = probes.version(program, "--version");
        if (version.isPresent()) {
          found.append(found.isEmpty() ? "" : " ").append(program).append('=');
          found.append(version.get());
        }
      }
      return found.isEmpty() ? Optional.empty() : Optional.of(found.toString());
    }
  }
}
