package io.polyplug.workbench.api;

import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What browsers have under way, by the ids that they gave or were given: so many at once and no
 * more. Each is ended by its id, or when this is closed. Safe from any thread.
 */
final class Underway<T extends Underway.Entry> implements AutoCloseable {
  private static final int MOST = 200;

  /** One thing under way. Ending it again does nothing; may be done from any thread. */
  interface Entry {
    void cancel();
  }

  private final String what;
  private final int most;
  private final Map<String, T> open = new ConcurrentHashMap<>();
  private volatile boolean closed;

  /**
   * @param what a word for people
   */
  Underway(String what) {
    this(what, MOST);
  }

  Underway(String what, int most) {
    this.what = what;
    this.most = most;
  }

  /** Takes it in under its id, or one of ours, and says under which. */
  String add(Optional<String> id, T entry) throws ApiProblem {
    if (closed || open.size() >= most) {
      throw new ApiProblem(
          503, "busy", "there are " + most + " " + what + " under way already; end some of them");
    }
    String name = id.orElseGet(() -> UUID.randomUUID().toString());
    if (open.putIfAbsent(name, entry) != null) {
      throw new ApiProblem(
          409, "id_in_use", "this \"id\" is of one of the " + what + " under way; choose another");
    }
    return name;
  }

  void remove(String id) {
    open.remove(id);
  }

  Optional<T> find(String id) {
    return Optional.ofNullable(open.get(id));
  }

  /** The one that a path means. */
  T get(String id) throws ApiProblem {
    return find(id)
        .orElseThrow(
            () ->
                new ApiProblem(
                    404, "not_under_way", "none of the " + what + " has this id, or it is over"));
  }

  @Override
  public void close() {
    closed = true;
    open.values().forEach(Entry::cancel);
  }
}
