package io.polyplug.bento;

import java.nio.file.Path;

/**
 * A plugin that was found and cannot be used.
 *
 * @param reason one sentence, safe to show
 */
public record RejectedAdapter(String id, Path program, String reason) {}
