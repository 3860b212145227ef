package io.polyplug.host;

import java.nio.file.Path;

/**
 * A plugin to which its contract gives a folder for its data, for {@link Plugin#as}. Safe from any
 * thread.
 */
public interface StoringPlugin {
  /**
   * The folder, which is this plugin's alone and holds nothing but its data; it may not be there
   * yet.
   */
  Path storageFolder();
}
