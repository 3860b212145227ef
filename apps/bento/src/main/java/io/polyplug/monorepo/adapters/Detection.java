package io.polyplug.monorepo.adapters;

import io.polyplug.host.config.ConfigMistake;
import io.polyplug.host.config.ConfigTable;
import io.polyplug.host.config.TomlDocument;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** How a dish of a language is recognised (section 5.1). */
interface Detection {
  boolean in(Path dish, Project project);

  /** One of these files is there. */
  record Marker(List<String> files) implements Detection {
    static Marker of(String... files) {
      return new Marker(List.of(files));
    }

    @Override
    public boolean in(Path dish, Project project) {
      for (String file : files) {
        if (project.around().file(dish, file)) {
          return true;
        }
      }
      return false;
    }
  }

  /** A file that is for Python alone, or one for many tools that has something of Python in it. */
  record Python() implements Detection {
    @Override
    public boolean in(Path dish, Project project) {
      Surroundings around = project.around();
      if (around.file(dish, "requirements.txt") || around.file(dish, "setup.py")) {
        return true;
      }
      Optional<String> text = around.text(dish, "pyproject.toml");
      return text.isPresent() && isPython(dish.resolve("pyproject.toml"), text.get());
    }

    private static boolean isPython(Path file, String text) {
      try {
        ConfigTable table = TomlDocument.parse(file, text);
        if (table.has("project") || table.has("build-system")) {
          return true;
        }
        Optional<ConfigTable> tools = table.table("tool");
        return tools.isPresent() && tools.get().has("poetry");
      } catch (ConfigMistake mistake) {
        return false;
      }
    }
  }

  /** This package manager is in charge. */
  record Node(NodePackager manager) implements Detection {
    @Override
    public boolean in(Path dish, Project project) {
      Optional<NodePackager> found = project.node().manager(dish);
      return found.isPresent() && found.get() == manager;
    }
  }
}
