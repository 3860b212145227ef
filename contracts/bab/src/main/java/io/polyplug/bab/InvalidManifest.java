package io.polyplug.bab;

import io.polyplug.host.config.TextPlace;
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
   * @param line counted from one, if that tells where instead of a path; else zero
   * @param column counted from one; else zero
   */
  public record Problem(String path, String text, int line, int column) {
    @Override
    public String toString() {
      if (line > 0) {
        return "line " + line + ", column " + column + ": " + text;
      }
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
    return new InvalidManifest(List.of(new Problem(path, text, 0, 0)));
  }

  static InvalidManifest at(TextPlace place, String text) {
    return new InvalidManifest(List.of(new Problem("", text, place.line(), place.column())));
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
