package io.polyplug.conformance.ainb;

import io.polyplug.ainb.AinbContract;
import io.polyplug.conformance.Suite;
import java.util.List;

/** The fourteen axes of section 10, for plugins. */
public final class AinbSuite implements Suite {
  private static final List<Entry> ENTRIES =
      List.of(
          Entry.of(1, "manifest-round-trip", "repeats its manifest", ManifestAxis::roundTrip),
          Entry.of(2, "framing", "sends whole frames, and cells inside them", WireAxes::framing),
          Entry.of(3, "method-dispatch", "refuses what it does not know", WireAxes::dispatch),
          Entry.of(4, "capability-gating", "bears to be denied everything", GateAxes::gating),
          Entry.of(5, "render-determinism", "draws the same twice", WireAxes::determinism),
          Entry.of(6, "snapshot-pub-sub", "publishes and hears its topics", BusAxes::pubSub),
          Entry.of(7, "action-timeout", "bears a caller that gives up", HostAxes::actionTimeout),
          Entry.of(8, "log-filtering", "logs in records that can be read", GateAxes::logs),
          Entry.of(9, "fs-path-guard", "bears to be denied its files", GateAxes::files),
          Entry.of(10, "graceful-shutdown", "leaves when it is asked to", WireAxes::shutdown),
          Entry.of(11, "crash-recovery", "starts again after a kill", HostAxes::crashRecovery),
          Entry.of(12, "quarantine", "starts again after a quarantine", HostAxes::quarantine),
          Entry.of(13, "cli-capture", "answers a command line with bytes", WireAxes::cli),
          Entry.of(14, "chunked-publish", "publishes chunks in order", BusAxes::chunks));

  @Override
  public String contract() {
    return AinbContract.ID;
  }

  @Override
  public List<Entry> entries() {
    return ENTRIES;
  }
}
