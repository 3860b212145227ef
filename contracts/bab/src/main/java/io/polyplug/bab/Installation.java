package io.polyplug.bab;

import io.polyplug.wire.Json;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Puts the plugins of one plan in place: all of them, or none. Used once. */
final class Installation {
  static final String STAGING = ".staging-";
  private static final int SCHEMA_VERSION = 1;

  private final DelegateStore.Settings settings;
  private final DelegateStore.AddPlan plan;

  /** What is there because of this, to be taken away if the rest fails. */
  private final List<Path> made = new ArrayList<>();

  Installation(DelegateStore.Settings settings, DelegateStore.AddPlan plan) {
    this.settings = settings;
    this.plan = plan;
  }

  void install(List<FoundPlugin> found) throws IOException {
    try {
      Files.createDirectories(settings.plugins());
      List<Path> staged = new ArrayList<>();
      for (FoundPlugin plugin : found) {
        staged.add(stage(plugin));
      }
      for (int i = 0; i < found.size(); i++) {
        Path target = plan.targets().get(i).path();
        // A rename would silently take the place of an empty folder.
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
          throw new FileAlreadyExistsException(target.toString());
        }
        Files.move(staged.get(i), target, StandardCopyOption.ATOMIC_MOVE);
        made.add(target);
      }
    } catch (IOException | RuntimeException failure) {
      rollBack(failure);
      throw failure;
    }
  }

  private Path stage(FoundPlugin plugin) throws IOException {
    Path staging =
        settings.plugins().resolve(STAGING + plugin.manifest().id() + '-' + UUID.randomUUID());
    made.add(staging);
    PluginCopy.copy(plugin.folder(), staging);
    Path note = staging.resolve(InstallNote.NAME);
    // One that the repository brought, be it a link, is not written through.
    PluginCopy.delete(note);
    Files.write(note, note(plugin).toByteArray());
    return staging;
  }

  private Json note(FoundPlugin plugin) {
    PluginSource source = plan.source();
    return Json.object(
        out -> {
          out.writeNumberProperty("schema_version", SCHEMA_VERSION);
          out.writeStringProperty("plugin_id", plugin.manifest().id());
          out.writeStringProperty("plugin_subdir", plugin.subfolder());
          out.writeStringProperty("manifest_name", plugin.manifest().name());
          out.writeStringProperty("manifest_version", plugin.manifest().version());
          out.writeStringProperty("source_original", source.shownOriginal());
          out.writeStringProperty("source_url", source.shownUrl());
          source.ref().ifPresent(ref -> out.writeStringProperty("source_ref", ref));
          out.writeStringProperty("resolved_commit", plan.commit());
          out.writeStringProperty("installed_at", settings.clock().now().toString());
          out.writeStringProperty("installer_version", settings.version());
          if (!plugin.adapterHash().isEmpty()) {
            out.writeStringProperty("adapter_hash", plugin.adapterHash());
          }
        });
  }

  private void rollBack(Exception failure) {
    for (Path path : made) {
      try {
        PluginCopy.delete(path);
      } catch (IOException left) {
        failure.addSuppressed(left);
      }
    }
  }
}
