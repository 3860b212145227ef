package io.polyplug.process;

import java.util.List;
import java.util.stream.Stream;

/**
 * Who descended from a child at one moment; each process named so that it can be told from a later
 * one with the same id.
 *
 * @param members in no particular order
 */
public record ProcessTree(List<Member> members) {
  /** Nobody. */
  public static final ProcessTree NONE = new ProcessTree(List.of());

  public ProcessTree {
    members = List.copyOf(members);
  }

  /** Those of this moment and those of another one. */
  ProcessTree and(ProcessTree other) {
    return new ProcessTree(
        Stream.concat(members.stream(), other.members.stream()).distinct().toList());
  }

  /**
   * One process.
   *
   * @param pid its id
   * @param started when it was started, in ticks of the kernel since the machine was; never
   *     compared with anything but another such number
   */
  public record Member(long pid, long started) {}
}
