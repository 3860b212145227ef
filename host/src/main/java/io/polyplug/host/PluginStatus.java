package io.polyplug.host;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How a plugin is at one moment.
 *
 * @param state what the supervisor says
 * @param health the same in the contract's words, with the reason
 * @param pid the process of the instance that takes calls, if there is exactly one and it is ours
 * @param runningSince when that instance was ready
 * @param greeting what that instance said when it was greeted, if its contract tells
 * @param restarts how many instances this host started after the first one; none are counted where
 *     each call has its own
 * @param enabled false while it is disabled
 */
public record PluginStatus(
    PluginState state,
    Health health,
    OptionalLong pid,
    Optional<Instant> runningSince,
    Optional<Greeting> greeting,
    int restarts,
    boolean enabled) {}
