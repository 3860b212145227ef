package io.polyplug.conformance.bento;

import io.polyplug.bento.BentoContract;
import io.polyplug.conformance.Suite;
import java.util.List;

/** What the contract asks of a language adapter. */
public final class BentoSuite implements Suite {
  private static final List<Entry> ENTRIES =
      List.of(
          Entry.of(1, "handshake", "has a manifest that is whole and typed", TellAxes::handshake),
          Entry.of(2, "identity", "is called as its file is", TellAxes::identity),
          Entry.of(3, "version-refusal", "does not claim a version to come", TellAxes::version),
          Entry.of(4, "detect", "says whether a folder is its", QueryAxes::detect),
          Entry.of(5, "required-toolchain", "says what a project pins", QueryAxes::toolchain),
          Entry.of(6, "fingerprint", "says which tool there is", QueryAxes::fingerprint),
          Entry.of(7, "install", "installs, or says why not", QueryAxes::install),
          Entry.of(8, "diagnostics", "makes findings of output", QueryAxes::diagnostics),
          Entry.of(9, "unknown-method", "refuses what it has not", WireAxes::unknownMethod),
          Entry.of(
              10, "unknown-notification", "passes over what it does not know", WireAxes::notice),
          Entry.of(11, "framing", "writes frames and nothing else", WireAxes::framing),
          Entry.of(12, "ids", "answers each request under its id", WireAxes::ids),
          Entry.of(13, "logs", "logs as it has to", WireAxes::logs),
          Entry.of(14, "unicode", "takes and gives any character", WireAxes::unicode),
          Entry.of(15, "big-message", "takes a mebibyte", WireAxes::bigMessage),
          Entry.of(
              16, "unknown-members", "passes over members it does not know", WireAxes::members),
          Entry.of(17, "shutdown", "leaves when it is asked to", EndAxes::shutdown),
          Entry.of(18, "stdin-end", "leaves well at the end of its input", EndAxes::inputEnd));

  @Override
  public String contract() {
    return BentoContract.ID;
  }

  @Override
  public List<Entry> entries() {
    return ENTRIES;
  }
}
