package io.polyplug.bench.scenario;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * A repository of small packages that four orchestrators understand: each has a hundred files in a
 * few folders, one task that does nothing, and every tenth depends on the one before it. All is
 * committed, because some of the tools take their hashes from the index of git.
 */
final class SampleWorkspace {
  private static final int SOURCES = 97;
  private static final int FOLDERS = 4;
  private static final String NODE = "20.20.2";

  private final Path root;
  private final int dishes;

  private SampleWorkspace(Path root, int dishes) {
    this.root = root;
    this.dishes = dishes;
  }

  /**
   * Makes one.
   *
   * @param modules what is installed for the whole repository
   */
  static Path make(Path root, int dishes, Path modules) throws IOException, InterruptedException {
    SampleWorkspace workspace = new SampleWorkspace(root, dishes);
    workspace.settings();
    for (int i = 0; i < dishes; i++) {
      workspace.dish(i);
    }
    Files.createSymbolicLink(root.resolve("node_modules"), modules);
    git(root, "init", "-q", "-b", "main");
    git(root, "add", "-A");
    git(
        root,
        "-c",
        "user.name=bench",
        "-c",
        "user.email=bench@localhost",
        "commit",
        "-q",
        "-m",
        "Begin");
    return root;
  }

  private void settings() throws IOException {
    write(".gitignore", "node_modules\n.turbo\n.nx\n.moon/cache\n");
    write(
        "package.json",
        """
        {"name":"bench","private":true,"packageManager":"npm@10.8.2","workspaces":["dishes/*"]}
        """);
    write("turbo.json", "{\"tasks\":{\"build\":{\"dependsOn\":[\"^build\"],\"outputs\":[]}}}\n");
    write(
        "nx.json",
        """
        {"targetDefaults":{"build":{"dependsOn":["^build"],"cache":true,
          "inputs":["{projectRoot}/**/*"],"outputs":[]}},
         "neverConnectToCloud":true,"analytics":false}
        """);
    write(
        ".moon/workspace.yml",
        "projects:\n  - 'dishes/*'\ntelemetry: false\nvcs:\n  defaultBranch: main\n");
    write(
        ".moon/tasks/all.yml",
        "tasks:\n  build:\n    command: 'true'\n    inputs: ['**/*']\n    deps: ['^:build']\n");
    write("bento.toml", "[toolchain]\nnode = \"" + NODE + "\"\n");
    StringBuilder lock =
        new StringBuilder("{\"name\":\"bench\",\"lockfileVersion\":3,\"packages\":{\"\":{")
            .append("\"name\":\"bench\",\"workspaces\":[\"dishes/*\"]}");
    StringBuilder bento = new StringBuilder("name = \"all\"\ndishes = [\n");
    for (int i = 0; i < dishes; i++) {
      String name = name(i);
      bento.append("  \"dishes/").append(name).append("\",\n");
      lock.append(",\"dishes/").append(name).append("\":").append(described(i, ""));
      lock.append(",\"node_modules/").append(name).append("\":{\"resolved\":\"dishes/");
      lock.append(name).append("\",\"link\":true}");
    }
    write("bentos/all.toml", bento.append("]\n").toString());
    write("package-lock.json", lock.append("}}\n").toString());
  }

  private void dish(int number) throws IOException {
    String name = name(number);
    String folder = "dishes/" + name + "/";
    boolean depends = depends(number);
    write(
        folder + "package.json",
        described(
            number,
            ",\"scripts\":{\"build\":\"true\"},\"nx\":{\"targets\":{\"build\":{"
                + "\"executor\":\"nx:run-commands\",\"options\":{\"command\":\"true\"}}}}"));
    write(
        folder + "moon.yml",
        "language: 'javascript'\n" + (depends ? "dependsOn: ['" + name(number - 1) + "']\n" : ""));
    write(
        folder + "dish.toml",
        "name = \""
            + name
            + "\"\n"
            + (depends ? "depends_on = [\"" + name(number - 1) + "\"]\n" : "")
            + "\n[tasks.build]\nrun = \"true\"\ninputs = [\"**\"]\noutputs = []\n"
            + "\n[tasks.test]\nrun = \"true\"\n\n[tasks.lint]\nrun = \"true\"\n");
    for (int i = 0; i < SOURCES; i++) {
      write(
          folder + "src/m" + i % FOLDERS + "/f" + i + ".js",
          "export const f" + i + " = \"" + name + " " + i + "\";\n");
    }
  }

  private static String described(int number, String more) {
    String needs =
        depends(number) ? ",\"dependencies\":{\"" + name(number - 1) + "\":\"1.0.0\"}" : "";
    return "{\"name\":\"" + name(number) + "\",\"version\":\"1.0.0\"" + needs + more + "}";
  }

  private static boolean depends(int number) {
    return number % 10 == 9;
  }

  private static String name(int number) {
    return String.format(Locale.ROOT, "d%04d", number);
  }

  private void write(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.resolveSibling(""));
    Files.writeString(file, text);
  }

  private static void git(Path root, String... words) throws IOException, InterruptedException {
    List<String> command = new java.util.ArrayList<>(List.of("git"));
    command.addAll(List.of(words));
    if (new ProcessBuilder(command).directory(root.toFile()).inheritIO().start().waitFor() != 0) {
      throw new IOException(String.join(" ", command) + " failed");
    }
  }
}
