package io.polyplug.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import org.jspecify.annotations.Nullable;

/**
 * Tells the folder of an installed plugin from another one that was put in its place. What a plugin
 * writes into its own folder changes nothing; what a file binds has no folder.
 */
record FolderMark(@Nullable Object key, @Nullable FileTime made) {
  private static final FolderMark NONE = new FolderMark(null, null);

  static FolderMark of(PluginInfo plugin) {
    if (plugin.installation().isEmpty()) {
      return NONE;
    }
    try {
      BasicFileAttributes attributes =
          Files.readAttributes(plugin.origin(), BasicFileAttributes.class);
      return new FolderMark(attributes.fileKey(), attributes.creationTime());
    } catch (IOException e) {
      return NONE;
    }
  }
}
