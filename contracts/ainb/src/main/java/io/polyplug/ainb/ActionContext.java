package io.polyplug.ainb;

import io.polyplug.base.Clock;
import io.polyplug.process.Spawner;
import java.nio.file.Path;

/**
 * Whom an action is run for, and what with.
 *
 * @param plugin the name of the plugin that asks
 * @param folder the plugin's folder, absolute
 * @param capabilities what is granted to it
 * @param homes where the host's and the user's folders are
 * @param clock the time that deadlines are measured on
 * @param spawner what starts processes
 */
public record ActionContext(
    String plugin,
    Path folder,
    Capabilities capabilities,
    HostHomes homes,
    Clock clock,
    Spawner spawner) {}
