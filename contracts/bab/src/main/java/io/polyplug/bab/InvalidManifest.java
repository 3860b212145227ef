package io.polyplug.bab;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A {@code manifest.yaml} that cannot be used. The message lists every problem and is safe to show.
 */
public final class InvalidManifest extends Exception {
  private static final long serialVersionUID = 1;

  /**
   * One thing that is wrong.
   *
   * @param path where, as {@code roles[1].args.x}; empty if it is the file as a whole
   * @param text what, safe to show
   */
  public record Problem(String path, String text) {
    @Override
    public String toString() {
      return path.isEmpty() ? text : path + ": " + text;
    }
  }

  private final transient List<Problem> problems;

  InvalidManifest(List<Problem> problems) {
    super(
        BabManifest.FILE_NAME
            + " is not valid: "
            + problems.stream().map(Problem::toString).collect(Collectors.joining("; ")));
    this.problems = List.copyOf(problems);
  }

  static InvalidManifest of(String path, String text) {
    return new InvalidManifest(List.of(new Problem(path, text)));
  }

  /** Everything that is wrong with it, in the order of the document's rules. */
  public List<Problem> problems() {
    return problems;
  }

  /** The sentence for people; never null. */
  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
