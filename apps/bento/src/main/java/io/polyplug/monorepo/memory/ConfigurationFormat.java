package io.polyplug.monorepo.memory;

import io.polyplug.monorepo.config.Bento;
import io.polyplug.monorepo.config.Dish;
import io.polyplug.monorepo.config.RepositorySettings;
import io.polyplug.monorepo.config.RepositorySettings.ContainerMode;
import io.polyplug.monorepo.config.RepositorySettings.RemoteSettings;
import io.polyplug.monorepo.config.TaskBlock;
import io.polyplug.monorepo.config.ToolPins;
import io.polyplug.monorepo.config.Workspace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A workspace's configuration as numbers. Pure functions; one writes what the other reads. */
final class ConfigurationFormat {
  private ConfigurationFormat() {}

  static void write(Workspace workspace, PoolWriter out) {
    write(workspace.settings(), out);
    out.number(workspace.bentos().size());
    for (Bento bento : workspace.bentos()) {
      out.text(bento.name());
      out.text(workspace.root().relativize(bento.source()).toString());
      out.number(bento.dishes().size());
      for (Dish dish : bento.dishes()) {
        write(dish, out);
      }
    }
  }

  static Workspace read(Path root, PoolReader in) {
    RepositorySettings settings = settings(in);
    int bentos = in.count();
    List<Bento> all = new ArrayList<>(bentos);
    for (int i = 0; i < bentos; i++) {
      String name = in.text();
      Path source = root.resolve(in.text());
      int dishes = in.count();
      List<Dish> list = new ArrayList<>(dishes);
      for (int j = 0; j < dishes; j++) {
        list.add(dish(root, in));
      }
      all.add(new Bento(name, source, list));
    }
    return new Workspace(root, settings, all);
  }

  private static void write(RepositorySettings settings, PoolWriter out) {
    out.number(settings.parallelism());
    out.flag(settings.failFast());
    out.text(settings.remote().address());
    out.text(settings.remote().region());
    out.text(settings.remote().endpoint());
    out.text(settings.remote().tokenEnv());
    out.flag(settings.remote().writeThrough());
    out.text(settings.container().name());
    out.text(settings.image());
    write(settings.toolchain(), out);
    out.texts(settings.disabledPlugins());
    out.texts(settings.allowedPlugins());
  }

  private static RepositorySettings settings(PoolReader in) {
    return new RepositorySettings(
        in.number(),
        in.flag(),
        new RemoteSettings(in.optionalText(), in.text(), in.optionalText(), in.text(), in.flag()),
        ContainerMode.valueOf(in.text()),
        in.optionalText(),
        pins(in),
        in.texts(),
        in.optionalTexts());
  }

  private static void write(ToolPins pins, PoolWriter out) {
    out.flag(pins.useSystem());
    out.number(pins.versions().size());
    pins.versions()
        .forEach(
            (tool, version) -> {
              out.text(tool);
              out.text(version);
            });
  }

  private static ToolPins pins(PoolReader in) {
    boolean useSystem = in.flag();
    int count = in.count();
    if (count == 0 && !useSystem) {
      return ToolPins.NONE;
    }
    Map<String, String> versions = new HashMap<>();
    for (int i = 0; i < count; i++) {
      versions.put(in.text(), in.text());
    }
    return new ToolPins(useSystem, versions);
  }

  private static void write(Dish dish, PoolWriter out) {
    out.text(dish.name());
    out.text(dish.path());
    out.text(dish.language());
    out.texts(dish.inputs());
    out.texts(dish.outputs());
    out.texts(dish.dependsOn());
    out.flag(dish.forceIndependent());
    write(dish.toolchain(), out);
    out.text(dish.serveRun());
    out.number(dish.tasks().size());
    dish.tasks()
        .forEach(
            (name, task) -> {
              out.text(name);
              write(task, out);
            });
  }

  private static Dish dish(Path root, PoolReader in) {
    String name = in.text();
    String path = in.text();
    return new Dish(
        name,
        path,
        root.resolve(path).normalize(),
        in.optionalText(),
        in.texts(),
        in.texts(),
        in.texts(),
        in.flag(),
        pins(in),
        in.optionalText(),
        tasks(in));
  }

  private static Map<String, TaskBlock> tasks(PoolReader in) {
    int count = in.count();
    if (count == 0) {
      return Map.of();
    }
    Map<String, TaskBlock> tasks = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      tasks.put(in.text(), task(in));
    }
    return Collections.unmodifiableMap(tasks);
  }

  private static void write(TaskBlock task, PoolWriter out) {
    out.text(task.run());
    out.texts(task.inputs());
    out.texts(task.outputs());
    out.texts(task.workspaceOutputs());
    out.texts(task.env());
    out.number(task.retry());
    out.flag(task.ci());
    out.flag(task.cache());
  }

  private static TaskBlock task(PoolReader in) {
    return new TaskBlock(
        in.optionalText(),
        in.optionalTexts(),
        in.optionalTexts(),
        in.optionalTexts(),
        in.texts(),
        in.number(),
        in.flag(),
        in.flag());
  }
}
