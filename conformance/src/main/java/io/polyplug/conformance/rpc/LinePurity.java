package io.polyplug.conformance.rpc;

import io.polyplug.conformance.Verdict;
import io.polyplug.conformance.Violation;
import io.polyplug.wire.Framing;
import io.polyplug.wire.Ndjson;
import java.util.ArrayList;
import java.util.List;

/** Whether a plugin writes messages, one a line, and nothing else. */
public final class LinePurity {
  private LinePurity() {}

  /** As hosts read, but blank lines are seen and bytes that are not UTF-8 are left as they are. */
  public static Framing framing(int longest) {
    return new Ndjson(longest, longest, Ndjson.BlankLines.DELIVER, true, Framing.BadUtf8.PASS);
  }

  /** Judges all that has come. */
  public static Verdict judge(RpcTalk rpc) {
    if (!rpc.strays().isEmpty()) {
      throw new Violation(rpc.strays().getFirst());
    }
    List<String> notes = new ArrayList<>(rpc.oddities());
    if (!rpc.nobodys().isEmpty()) {
      notes.add("it wrote a reply with the id null");
    }
    return new Verdict.Passed(String.join("; ", notes));
  }
}
