package io.polyplug.process;

import java.nio.file.Files;
import java.nio.file.Path;

class PortableSpawnerTest extends SpawnerSuite {
  @Override
  Spawner spawner() {
    return Spawner.portable();
  }

  @Override
  void killLeftover(Child child) {
    ProcessHandle.allProcesses()
        .filter(handle -> handle.info().commandLine().orElse("").endsWith("sleep 60"))
        .filter(handle -> holdsOurFolder(handle.pid()))
        .forEach(ProcessHandle::destroyForcibly);
  }

  private boolean holdsOurFolder(long pid) {
    try {
      return Files.readSymbolicLink(Path.of("/proc/" + pid + "/cwd")).equals(folder.toRealPath());
    } catch (java.io.IOException gone) {
      return false;
    }
  }
}
