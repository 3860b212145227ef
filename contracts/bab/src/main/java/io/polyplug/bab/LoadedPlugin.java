package io.polyplug.bab;

import java.nio.file.Path;
import java.util.Map;

/**
 * A plugin as one load found it (section 7).
 *
 * @param toolPrompts the texts, by tool
 * @param environment what its program sees: the filtered one of the host with both files over it
 */
record LoadedPlugin(
    BabManifest manifest,
    Path folder,
    Map<String, String> toolPrompts,
    Map<String, String> environment,
    Way way) {}
