package io.polyplug.conformance.rpc;

import io.polyplug.conformance.FrameText;
import io.polyplug.conformance.Verdict;
import io.polyplug.conformance.Violation;
import io.polyplug.wire.Id;
import io.polyplug.wire.Json;
import io.polyplug.wire.Ndjson;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether a plugin answers every request under its own id, also of several in one write. */
public final class Pipelined {
  private static final int REQUESTS = 10;

  private Pipelined() {}

  /** Asks the same thing many times without waiting, and fails the axis unless all are answered. */
  public static Verdict judge(RpcTalk rpc, String method, @Nullable Json params) {
    List<Id> ids = new ArrayList<>();
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (int i = 0; i < REQUESTS; i++) {
      Id id = rpc.nextId();
      ids.add(id);
      all.writeBytes(
          FrameText.framed(rpc.asking(id, method, params).toByteArray(), Ndjson.STANDARD));
    }
    rpc.talk().sendRaw(all.toByteArray());
    for (Id id : ids) {
      rpc.reply(id).orFail();
    }
    rpc.strays().stream()
        .filter(it -> it.contains("reply") || it.contains("twice"))
        .findFirst()
        .ifPresent(
            it -> {
              throw new Violation(it);
            });
    return new Verdict.Passed(
        String.join("; ", rpc.oddities().stream().filter(it -> it.contains("ids")).toList()));
  }
}
