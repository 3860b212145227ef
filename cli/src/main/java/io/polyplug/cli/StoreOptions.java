package io.polyplug.cli;

import io.polyplug.base.UntrustedText;
import io.polyplug.host.HostBuilder;
import io.polyplug.host.PluginHost;
import io.polyplug.install.Installed;
import io.polyplug.install.PackageStore;
import io.polyplug.install.StartCheck;
import io.polyplug.install.StoreSettings;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import tools.jackson.core.JsonGenerator;

/** What the commands that change the installed plugins have in common. */
final class StoreOptions {
  private static final String VARIABLE = "POLYPLUG_PLUGIN_DIR";

  /** More of what a plugin asks for is not read by anybody. */
  private static final int MAX_ASK = 200;

  private StoreOptions() {}

  /** The store in the first folder of {@code --plugin-dir}, else of the environment, else ours. */
  static PackageStore store(Given given, Surroundings around) {
    StoreSettings settings =
        StoreSettings.DEFAULT.onChange(() -> Hosts.tellOfChange(given, around));
    PackageStore store =
        PackageStore.at(
            root(given, around),
            PluginHost.builder().contracts(),
            CommonOptions.timeout(given).map(settings::withTimeAtMost).orElse(settings));
    if (!around.printer().wantsJson()) {
      store.unfinished().forEach(left -> around.printer().aside("polyplug: " + left));
    }
    return store;
  }

  private static Path root(Given given, Surroundings around) {
    List<Path> folders = given.list("--plugin-dir");
    if (!folders.isEmpty()) {
      return around.folder().resolve(folders.getFirst());
    }
    return fromEnvironment(around);
  }

  /** The folder of installed plugins where no option names one. */
  static Path fromEnvironment(Surroundings around) {
    String set = around.environment().getOrDefault(VARIABLE, "").strip();
    if (set.isEmpty()) {
      return around.folders().plugins();
    }
    try {
      return around.folder().resolve(set);
    } catch (InvalidPathException e) {
      throw new UsageProblem(VARIABLE + " is not a path: " + UntrustedText.excerpt(set, 80));
    }
  }

  /**
   * Lets a host use what is installed: an operation that died is cleared up before the folder is
   * looked through, and no plugin starts whose files have changed. What cannot be cleared up stops
   * nothing here: the commands of the store tell of it.
   */
  static void guard(HostBuilder builder, Surroundings around) {
    Path root = fromEnvironment(around);
    clearUp(root);
    builder.pluginsFrom(root).beforeStart(new StartCheck());
  }

  /** As {@link #guard(HostBuilder, Surroundings)}, for the folders of {@code --plugin-dir} too. */
  static void guard(HostBuilder builder, Given given, Surroundings around) {
    guard(builder, around);
    CommonOptions.paths(given, "--plugin-dir", around).forEach(StoreOptions::clearUp);
  }

  private static void clearUp(Path root) {
    if (Files.exists(root.resolve(".staging"))) {
      PackageStore.at(root, List.of(), StoreSettings.DEFAULT).recover();
    }
  }

  static PositionalParamSpec argument(String index, String label, String arity, String text) {
    return PositionalParamSpec.builder()
        .index(index)
        .paramLabel(label)
        .type(String.class)
        .arity(arity)
        .required(!arity.startsWith("0"))
        .description(text)
        .build();
  }

  static void addYes(CommandSpec spec, String text) {
    spec.addOption(
        OptionSpec.builder("-y", "--yes").type(boolean.class).arity("0").description(text).build());
  }

  /** The members of an object that describes a package. */
  static void write(Installed installed, JsonGenerator out) {
    out.writeStringProperty("id", installed.id());
    out.writeStringProperty("version", installed.version());
    out.writeStringProperty("contract", installed.contract());
    out.writeStringProperty("folder", installed.folder().toString());
    out.writeNumberProperty("files", installed.files());
    write("asksFor", installed.asksFor(), out);
    out.writeStringProperty("source", installed.source());
    out.writeStringProperty("digest", installed.digest());
    out.writeStringProperty("manifestDigest", installed.manifestDigest());
    out.writeStringProperty("installedAt", installed.installedAt().toString());
  }

  static void write(String name, List<String> texts, JsonGenerator out) {
    out.writeArrayPropertyStart(name);
    texts.forEach(out::writeString);
    out.writeEndArray();
  }

  /** An id and its version, for people. */
  static String named(Installed installed) {
    return UntrustedText.escape(installed.id()) + " " + version(installed);
  }

  static String version(Installed installed) {
    return installed.version().isEmpty()
        ? "(no version)"
        : UntrustedText.excerpt(installed.version(), 60);
  }

  static String list(List<String> untrusted) {
    return untrusted.isEmpty()
        ? "nothing"
        : String.join(
            ", ", untrusted.stream().map(one -> UntrustedText.excerpt(one, MAX_ASK)).toList());
  }
}
