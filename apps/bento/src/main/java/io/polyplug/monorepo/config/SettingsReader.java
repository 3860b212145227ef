package io.polyplug.monorepo.config;

import io.polyplug.host.config.ConfigMistake;
import io.polyplug.host.config.ConfigTable;
import io.polyplug.monorepo.WorkspaceProblem;
import io.polyplug.monorepo.config.RepositorySettings.ContainerMode;
import io.polyplug.monorepo.config.RepositorySettings.RemoteSettings;
import io.polyplug.monorepo.files.Looks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Reads {@code bento.toml} (section 4.1). */
final class SettingsReader {
  private static final String REGION = "us-east-1";
  private static final String TOKEN_VARIABLE = "BENTO_CACHE_TOKEN";
  private static final RemoteSettings NO_REMOTE =
      new RemoteSettings(Optional.empty(), REGION, Optional.empty(), TOKEN_VARIABLE, false);

  private SettingsReader() {}

  /** The settings, with defaults for all that the file does not say; it need not be there. */
  static RepositorySettings read(Path root, int processors, Looks looks) throws WorkspaceProblem {
    Path path = root.resolve(WorkspaceRoot.SETTINGS_FILE);
    looks.at(path);
    if (!Files.exists(path)) {
      return new RepositorySettings(
          processors,
          true,
          NO_REMOTE,
          ContainerMode.NEVER,
          Optional.empty(),
          ToolPins.NONE,
          PluginsTable.NONE.disabled(),
          PluginsTable.NONE.allowed());
    }
    TomlFile file = TomlFile.read(root, path, looks);
    try {
      return of(file.table(), processors);
    } catch (ConfigMistake mistake) {
      throw file.invalid(mistake);
    }
  }

  private static RepositorySettings of(ConfigTable top, int processors) {
    int parallelism = processors;
    boolean failFast = true;
    Optional<ConfigTable> defaults = top.table("defaults");
    if (defaults.isPresent()) {
      ConfigTable table = defaults.get();
      long written = table.whole("parallelism", 0, Integer.MAX_VALUE).orElse((long) processors);
      parallelism = (int) Math.max(1, written);
      failFast = table.flag("fail_fast").orElse(true);
      table.finish();
    }
    ContainerMode container = ContainerMode.NEVER;
    Optional<String> image = Optional.empty();
    Optional<ConfigTable> execution = top.table("execution");
    if (execution.isPresent()) {
      container = container(execution.get());
      image = execution.get().text("image");
      execution.get().finish();
    }
    Optional<ConfigTable> cache = top.table("cache");
    RemoteSettings remote = cache.isPresent() ? remote(cache.get()) : NO_REMOTE;
    PluginsTable plugins = PluginsTable.of(top);
    ToolPins pins = pins(top);
    IgnoredKeys.skip(top);
    top.finish();
    return new RepositorySettings(
        parallelism,
        failFast,
        remote,
        container,
        image,
        pins,
        plugins.disabled(),
        plugins.allowed());
  }

  private static ContainerMode container(ConfigTable execution) {
    return switch (execution.text("container").orElse("never")) {
      case "never" -> ContainerMode.NEVER;
      case "auto" -> ContainerMode.AUTO;
      case "always" -> ContainerMode.ALWAYS;
      default ->
          throw execution.mistake(
              "container", "expected never, auto or always, found " + execution.found("container"));
    };
  }

  private static RemoteSettings remote(ConfigTable cache) {
    cache.flag("local");
    boolean flag = cache.isFlag("gha");
    if (cache.has("gha") && !flag && !cache.text("gha").equals(Optional.of("auto"))) {
      throw cache.mistake("gha", "expected true, false or \"auto\", found " + cache.found("gha"));
    }
    RemoteSettings remote =
        new RemoteSettings(
            cache.text("remote"),
            cache.text("remote_region").orElse(REGION),
            cache.text("remote_endpoint"),
            cache.text("remote_token_env").orElse(TOKEN_VARIABLE),
            cache.flag("remote_write_through").orElse(false));
    cache.finish();
    return remote;
  }

  /** The {@code [toolchain]} table of any file. */
  static ToolPins pins(ConfigTable top) {
    Optional<ConfigTable> found = top.table("toolchain");
    if (found.isEmpty()) {
      return ToolPins.NONE;
    }
    ConfigTable table = found.get();
    Map<String, String> versions = new LinkedHashMap<>();
    for (String tool : table.keys()) {
      if (!tool.equals("use_system")) {
        versions.put(tool, table.requiredText(tool));
      }
    }
    return new ToolPins(table.flag("use_system").orElse(false), versions);
  }
}
