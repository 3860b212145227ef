package io.polyplug.monorepo.container;

import io.polyplug.base.UntrustedText;
import io.polyplug.monorepo.ProblemKind;
import io.polyplug.monorepo.WorkspaceProblem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The argument vector of section 8, with a name by which the container can be ended. */
final class RunArguments {
  private RunArguments() {}

  /**
   * What follows the runtime's own name.
   *
   * @param env names alone: values would be seen by everybody who lists processes
   */
  static List<String> of(
      String name, UserIds user, Path dish, String image, String run, List<String> env)
      throws WorkspaceProblem {
    List<String> arguments =
        new ArrayList<>(List.of("run", "--rm", "-i", "--name", name, "--user", user.toString()));
    arguments.addAll(List.of("--volume", source(dish) + ":" + Containers.MOUNT));
    arguments.addAll(List.of("--workdir", Containers.MOUNT));
    arguments.addAll(List.of("--env", "HOME=" + Containers.MOUNT));
    for (String variable : env) {
      arguments.add("--env");
      arguments.add(variable);
    }
    arguments.addAll(List.of(image, "sh", "-c", run));
    return List.copyOf(arguments);
  }

  private static String source(Path dish) throws WorkspaceProblem {
    String source = dish.toString();
    if (source.indexOf(':') >= 0) {
      throw new WorkspaceProblem(
          ProblemKind.CONFIG_INVALID,
          "No container can have the folder \""
              + UntrustedText.escape(source)
              + "\", because there is a ':' in its path",
          Optional.empty(),
          Optional.of("Rename the folder, or set container = \"never\" in bento.toml."),
          List.of());
    }
    return source;
  }
}
