package io.polyplug.ainb.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a path leads when every link is followed, also those that lead to nothing: what does not
 * exist is resolved as far as names can tell, so that a link out of a folder is one whether or not
 * its target is there.
 */
final class RealPath {
  /** As many as the kernel follows; a link beyond is taken for a plain name. */
  private static final int MAX_LINKS = 40;

  private RealPath() {}

  /** Resolves an absolute path; its own {@code .} and {@code ..} are collapsed before. */
  static Path of(Path absolute) {
    Path root = absolute.getRoot();
    Path done = root;
    Deque<Path> names = new ArrayDeque<>();
    push(names, absolute.normalize());
    int links = 0;
    while (!names.isEmpty()) {
      Path name = names.pop();
      Path next = done.resolve(name).normalize();
      Path target = next.startsWith(done) && links < MAX_LINKS ? target(next) : null;
      if (target == null) {
        done = next;
      } else {
        links++;
        done = target.isAbsolute() ? root : done;
        push(names, target);
      }
    }
    return done;
  }

  private static void push(Deque<Path> names, Path path) {
    List<Path> list = new ArrayList<>();
    path.forEach(list::add);
    Collections.reverse(list);
    list.forEach(names::push);
  }

  private static @Nullable Path target(Path path) {
    try {
      return Files.isSymbolicLink(path) ? Files.readSymbolicLink(path) : null;
    } catch (IOException goneOrClosed) {
      return null;
    }
  }
}
