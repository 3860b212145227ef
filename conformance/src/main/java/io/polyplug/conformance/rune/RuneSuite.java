package io.polyplug.conformance.rune;

import io.polyplug.conformance.Suite;
import io.polyplug.rune.RuneContract;
import java.util.List;

/** What the contract asks of a plugin: one handshake, one answer, and to leave. */
public final class RuneSuite implements Suite {
  private static final List<Entry> ENTRIES =
      List.of(
          Entry.of(1, "handshake", "introduces itself in time", HandshakeAxes::handshake),
          Entry.of(2, "manifest-identity", "says who it is as it must", HandshakeAxes::identity),
          Entry.of(3, "execute", "answers its first tool", AnswerAxes::execute),
          Entry.of(4, "unknown-tool", "bears a tool it has not", AnswerAxes::unknownTool),
          Entry.of(5, "errors", "says what is wrong", AnswerAxes::errors),
          Entry.of(6, "framing", "writes one object a line", LineAxes::framing),
          Entry.of(7, "stdout-purity", "writes nothing else", LineAxes::purity),
          Entry.of(8, "early-close", "leaves when nothing is asked", EndAxes::earlyClose),
          Entry.of(9, "shutdown", "leaves after its answer", EndAxes::shutdown),
          Entry.of(10, "unknown-members", "passes over what it does not know", LineAxes::members),
          Entry.of(11, "unicode", "takes any character", LineAxes::unicode),
          Entry.of(12, "big-message", "takes half a mebibyte", LineAxes::bigMessage),
          Entry.of(13, "slow-host", "waits for the end of a line", LineAxes::slowHost));

  @Override
  public String contract() {
    return RuneContract.ID;
  }

  @Override
  public List<Entry> entries() {
    return ENTRIES;
  }
}
