package io.polyplug.conformance.bowire;

import io.polyplug.bowire.BowireContract;
import io.polyplug.conformance.Suite;
import java.util.List;

/** What the contract asks of a sidecar over its standard streams. */
public final class BowireSuite implements Suite {
  private static final List<Entry> ENTRIES =
      List.of(
          Entry.of(1, "handshake", "says who it is and what it can do", TellAxes::handshake),
          Entry.of(2, "ping", "says that it lives", TellAxes::ping),
          Entry.of(3, "discover", "tells its services as they have to be told", TellAxes::discover),
          Entry.of(4, "invoke", "answers each of its unary methods", CallAxes::invoke),
          Entry.of(5, "unknown-method", "refuses what it has not", CallAxes::unknownMethod),
          Entry.of(6, "streams", "begins and ends its streams", StreamAxes::streams),
          Entry.of(7, "two-streams", "keeps two streams apart", StreamAxes::twoStreams),
          Entry.of(8, "channels", "opens, serves and closes a channel", StreamAxes::channels),
          Entry.of(9, "ids", "answers each request under its id", LineAxes::ids),
          Entry.of(10, "framing", "writes one message a line and nothing else", LineAxes::framing),
          Entry.of(11, "unicode", "takes and gives any character", LineAxes::unicode),
          Entry.of(12, "big-message", "takes a mebibyte", LineAxes::bigMessage),
          Entry.of(13, "unknown-members", "passes over what it does not know", LineAxes::members),
          Entry.of(14, "shutdown", "leaves when it is asked to", EndAxes::shutdown),
          Entry.of(15, "stdin-end", "leaves at the end of its input", EndAxes::inputEnd),
          Entry.of(16, "crash-recovery", "can be started again after a crash", EndAxes::crash));

  @Override
  public String contract() {
    return BowireContract.ID;
  }

  @Override
  public List<Entry> entries() {
    return ENTRIES;
  }
}
