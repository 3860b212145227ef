package io.polyplug.monorepo.adapters;

import io.polyplug.monorepo.WorkspaceProblem;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** One of the places where projects write which version of a tool they want (section 5.4). */
interface PinSource {
  /** The version; null if this source has none, so that the next is asked. */
  @Nullable String version(Path dish, Project project) throws WorkspaceProblem;
}
