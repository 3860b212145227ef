package io.polyplug.bab;

import io.polyplug.base.UntrustedText;
import io.polyplug.host.Discovered;
import io.polyplug.host.Held;
import io.polyplug.host.Plugin;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.PluginHost;
import io.polyplug.wire.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The plugins of this contract in a host, as {@code list} shows them (sections 18 and 23). */
public record DelegateList(List<Row> rows) {
  /** What the columns are called, in their order. */
  public static final List<String> COLUMNS =
      List.of("ID", "Name", "Version", "Command", "Source Type", "Source Repo", "Status", "Note");

  private static final String INSTALLED = "installed";

  /**
   * One plugin. Texts are the plugin's: whoever shows them escapes them.
   *
   * @param sourceType always {@code installed}: this host brings none of its own
   * @param sourceRepo where it came from, or {@code installed}
   * @param active whether it can be used
   * @param note why not
   * @param discover what its adapter tells of itself, if it does
   */
  public record Row(
      String id,
      String name,
      String version,
      String command,
      String sourceType,
      String sourceRepo,
      boolean active,
      String note,
      Optional<Json> discover) {
    public String status() {
      return active ? "active" : "disabled";
    }

    /** As the columns are. */
    public List<String> cells() {
      return List.of(id, name, version, command, sourceType, sourceRepo, status(), note);
    }
  }

  public DelegateList {
    rows = List.copyOf(rows);
  }

  /**
   * Loads every plugin, all at the same time, and asks each what it tells of itself. One that
   * cannot be used, or whose manifest is wrong, is listed with the reason.
   */
  public static DelegateList of(PluginHost host) throws InterruptedException {
    List<Row> rows = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Row>> asked = new ArrayList<>();
      for (Plugin plugin : new LoadedPlugins(host).all().values()) {
        asked.add(threads.submit(() -> row(plugin)));
      }
      try {
        for (Future<Row> future : asked) {
          rows.add(future.get());
        }
      } catch (InterruptedException e) {
        asked.forEach(future -> future.cancel(true));
        throw e;
      } catch (ExecutionException e) {
        throw new IllegalStateException(e);
      }
    }
    for (Discovered.Invalid invalid : host.invalid()) {
      if (invalid.contract().equals(BabContract.ID)) {
        String folder = String.valueOf(invalid.folder().getFileName());
        rows.add(
            new Row(
                folder,
                "",
                "",
                "",
                INSTALLED,
                repository(invalid.folder()),
                false,
                invalid.reason(),
                Optional.empty()));
      }
    }
    rows.sort(Comparator.comparing(Row::id));
    return new DelegateList(rows);
  }

  private static Row row(Plugin plugin) {
    Optional<Json> discover = Optional.empty();
    String note = "";
    boolean active = true;
    try (Held<BabSession> held = LoadedPlugins.hold(plugin)) {
      if (held.session().loaded().way() instanceof Way.Missing(String message)) {
        note = UntrustedText.escape(message);
      }
      discover = held.session().discover();
    } catch (PluginFailure e) {
      active = false;
      note = e.failure().message();
    }
    return new Row(
        plugin.info().id(),
        plugin.info().name(),
        plugin.info().version(),
        String.join(" ", plugin.commandLine()),
        INSTALLED,
        repository(plugin.as(BabPlugin.class).folder()),
        active,
        note,
        discover);
  }

  private static String repository(Path folder) {
    try {
      return InstallNote.text(folder, "source_original").orElse(INSTALLED);
    } catch (PluginFiles.Unusable e) {
      return INSTALLED;
    }
  }

  /** The list as JSON: an array of objects, without what is not there. */
  public Json toJson() {
    return Json.write(
        out -> {
          out.writeStartArray();
          for (Row row : rows) {
            out.writeStartObject();
            out.writeStringProperty("id", row.id());
            out.writeStringProperty("name", JsText.wellFormed(row.name()));
            out.writeStringProperty("version", row.version());
            out.writeStringProperty("command", JsText.wellFormed(row.command()));
            out.writeStringProperty("source_type", row.sourceType());
            out.writeStringProperty("source_repo", JsText.wellFormed(row.sourceRepo()));
            out.writeStringProperty("status", row.status());
            out.writeStringProperty("note", JsText.wellFormed(row.note()));
            row.discover()
                .ifPresent(
                    told -> {
                      out.writeName("discover");
                      told.writeTo(out);
                    });
            out.writeEndObject();
          }
          out.writeEndArray();
        });
  }
}
