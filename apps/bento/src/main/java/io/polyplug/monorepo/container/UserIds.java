package io.polyplug.monorepo.container;

import io.polyplug.monorepo.ProblemKind;
import io.polyplug.monorepo.WorkspaceProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/** The numbers of a user and of its group. */
record UserIds(int uid, int gid) {
  /** Its own folder there belongs to the process itself. */
  private static final Path SELF = Path.of("/proc/self");

  /** Those of this process, found without starting another. */
  static UserIds ofThisProcess() throws WorkspaceProblem {
    try {
      return Files.exists(SELF) ? ownerOf(SELF) : ofNewFile();
    } catch (IOException | UnsupportedOperationException e) {
      throw new WorkspaceProblem(
          ProblemKind.INTERNAL, "The number of the user cannot be found out: " + e.getMessage());
    }
  }

  private static UserIds ofNewFile() throws IOException {
    Path file = Files.createTempFile("polyplug", ".owner");
    try {
      return ownerOf(file);
    } finally {
      Files.delete(file);
    }
  }

  private static UserIds ownerOf(Path file) throws IOException {
    return new UserIds(
        (Integer) Objects.requireNonNull(Files.getAttribute(file, "unix:uid")),
        (Integer) Objects.requireNonNull(Files.getAttribute(file, "unix:gid")));
  }

  /** As {@code --user} wants it. */
  @Override
  public String toString() {
    return Integer.toUnsignedString(uid) + ":" + Integer.toUnsignedString(gid);
  }
}
