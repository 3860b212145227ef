package io.polyplug.monorepo.run;

import java.util.Optional;

/**
 * What became of an install.
 *
 * @param reason why there was one
 * @param error what went wrong, if something did
 */
public record InstallReport(String reason, long millis, Optional<String> error) {}
