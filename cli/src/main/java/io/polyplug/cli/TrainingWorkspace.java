package io.polyplug.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A small monorepo for the training of the start-up cache. Who asked for it deletes it. */
final class TrainingWorkspace {
  /** Enough that work is shared among threads. */
  private static final int DISHES = 40;

  /** Enough in one dish that files are asked for in the way that suits many. */
  private static final int MANY_FILES = 2_600;

  private TrainingWorkspace() {}

  static Path make(Path root) throws IOException {
    StringBuilder bento = new StringBuilder("name = \"all\"\ndishes = [\n");
    for (int i = 0; i < DISHES; i++) {
      bento.append("  \"d").append(i).append("\",\n");
      dish(root, i);
    }
    for (int i = 0; i < MANY_FILES; i++) {
      write(root, "d0/src/many/f" + i + ".js", "");
    }
    write(root, "bento.toml", "[toolchain]\nnode = \"22\"\n");
    write(root, "bentos/all.toml", bento.append("]\n").toString());
    write(root, ".gitignore", "*.log\n/tmp/\n");
    write(root, "package.json", "{\"name\":\"root\",\"workspaces\":[\"d*\"]}\n");
    Files.createDirectories(root.resolve("node_modules"));
    return root;
  }

  private static void dish(Path root, int number) throws IOException {
    String name = "d" + number;
    write(root, name + "/package.json", "{\"name\":\"" + name + "\"}\n");
    write(root, name + "/src/index.js", "export const n = " + number + ";\n");
    StringBuilder text = new StringBuilder("name = \"" + name + "\"\n");
    if (number % 10 == 9) {
      text.append("depends_on = [\"d").append(number - 1).append("\"]\n");
    }
    for (String task : List.of("build", "test", "lint")) {
      text.append("\n[tasks.").append(task).append("]\nrun = \"true\"\ninputs = [\"**\"]\n");
    }
    write(root, name + "/dish.toml", text.toString());
  }

  private static void write(Path root, String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.resolveSibling(""));
    Files.writeString(file, text);
  }
}
