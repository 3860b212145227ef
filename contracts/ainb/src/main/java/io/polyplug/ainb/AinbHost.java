package io.polyplug.ainb;

import java.util.concurrent.atomic.AtomicLong;

/**
 * What all ainb plugins of one contract object share. Safe from any thread.
 *
 * @param homes where the contract's paths begin
 * @param actions what plugins may invoke
 * @param answers asked before the services
 * @param kind what plugins are told that their host is
 * @param keys counts the keys that were forwarded, to whichever plugin (5.2)
 * @param mice counts what the mouse did, likewise
 * @param events the texts of snapshots
 */
record AinbHost(
    HostHomes homes,
    AinbActions actions,
    ReverseAnswers answers,
    String kind,
    AtomicLong keys,
    AtomicLong mice,
    EventTexts events) {
  static final String KIND = "polyplug";
}
