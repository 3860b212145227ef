package io.polyplug.monorepo.container;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.polyplug.base.Clock;
import io.polyplug.monorepo.config.RepositorySettings.ContainerMode;
import io.polyplug.process.CommandResult;
import io.polyplug.process.Environment;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.ProgramLookup;
import io.polyplug.process.Spawner;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;

/**
 * The real podman with a store and an image of the test's own, or a skipped test that says what is
 * missing. A program of the same name in front of it gives it what an unprivileged machine needs.
 */
final class Podman {
  static final String IMAGE = "localhost/busybox:test";
  private static final List<String> APPLETS = List.of("sh", "id", "sleep", "cat", "env", "touch");

  final List<String> warnings = new ArrayList<>();
  private final Environment environment;
  private final Path program;

  Podman(Path folder, Environment extra) throws Exception {
    Path real = need("podman");
    need("runc");
    Path busybox = need("busybox");
    program = Files.createDirectories(folder.resolve("bin")).resolve("podman");
    Files.writeString(program, script(real, folder));
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    environment = Environment.empty().inherit("PATH", "HOME").withAll(extra.variables());
    Path archive = folder.resolve("image.tar");
    writeImage(busybox, archive);
    CommandResult made = call("import", archive.toString(), IMAGE);
    assumeTrue(succeeded(made), () -> "podman makes no image here: " + made.stderr());
    CommandResult ran = call("run", "--rm", IMAGE, "sh", "-c", "true");
    assumeTrue(succeeded(ran), () -> "podman with runc starts no container here: " + ran.stderr());
  }

  private static Path need(String name) {
    ProgramLookup programs = ProgramLookup.ofHost();
    assumeTrue(programs.has(name), name + " is not installed");
    try {
      return programs.find(name);
    } catch (io.polyplug.process.LaunchFailure e) {
      throw new IllegalStateException(e);
    }
  }

  private static String script(Path real, Path folder) {
    String common =
        "'%s' --root '%s' --runroot '%s' --runtime runc --cgroup-manager cgroupfs --storage-driver vfs"
            .formatted(real, folder.resolve("store"), folder.resolve("state"));
    return """
    #!/bin/sh
    if [ "$1" = run ]; then
      shift
      exec %s run --network none --ulimit nofile=1024:1024 --ulimit nproc=1024:1024 "$@"
    fi
    exec %s "$@"
    """
        .formatted(common, common);
  }

  private static void writeImage(Path busybox, Path archive) throws IOException {
    try (OutputStream file = Files.newOutputStream(archive);
        TarArchiveOutputStream tar = new TarArchiveOutputStream(file)) {
      TarArchiveEntry entry = new TarArchiveEntry("bin/busybox");
      byte[] bytes = Files.readAllBytes(busybox);
      entry.setSize(bytes.length);
      entry.setMode(0100755);
      tar.putArchiveEntry(entry);
      tar.write(bytes);
      tar.closeArchiveEntry();
      for (String applet : APPLETS) {
        TarArchiveEntry link = new TarArchiveEntry("bin/" + applet, TarConstants.LF_SYMLINK);
        link.setLinkName("busybox");
        tar.putArchiveEntry(link);
        tar.closeArchiveEntry();
      }
    }
  }

  /** A task in the image. */
  ContainerTask task(Path dish, String run, String... env) throws Exception {
    Containers containers =
        new Containers(
            new ProgramLookup(dish, program.getParent().toString()),
            environment,
            Spawner.platform(),
            Clock.system(),
            warnings::add);
    Placement place = containers.place(ContainerMode.ALWAYS, Optional.of(IMAGE));
    return containers.task((Placement.InContainer) place, dish, run, List.of(env));
  }

  /** The names of all containers, of those that do not run as well. */
  List<String> containers() throws Exception {
    return call("ps", "--all", "--format", "{{.Names}}").stdout().lines().toList();
  }

  private CommandResult call(String... arguments) throws Exception {
    ProcessSpec spec =
        ProcessSpec.of(program).arguments(arguments).environment(environment).build();
    return FakeRuntime.runner().run("call", spec, null, Duration.ofMinutes(1));
  }

  private static boolean succeeded(CommandResult result) {
    return result.status().filter(io.polyplug.process.ExitStatus::isSuccess).isPresent();
  }

  /** Removes what it made. */
  void empty() throws Exception {
    call("rm", "--all", "--force");
    call("rmi", "--all", "--force");
  }
}
