package io.polyplug.conformance.ainb;

import io.polyplug.ainb.Manifest;
import io.polyplug.ainb.protocol.LogRecord;
import io.polyplug.conformance.NotConcerned;
import io.polyplug.conformance.Stage;
import io.polyplug.conformance.Verdict;
import io.polyplug.conformance.Violation;
import io.polyplug.conformance.ainb.ScriptedHost.Gates;
import io.polyplug.wire.Json;
import io.polyplug.wire.RpcException;
import java.util.List;

/** Axes 4, 8 and 9: what the plugin asks of its host. */
final class GateAxes {
  private GateAxes() {}

  static Verdict gating(Stage stage) {
    List<String> granted = Life.manifestOf(stage).capabilities().granted();
    if (granted.isEmpty()) {
      throw new NotConcerned("its manifest is granted no capability");
    }
    // Once as a user's refusal looks, and once without a warning.
    int denied = denied(stage, List.of()) + denied(stage, granted);
    return Verdict.passed(
        denied == 0 ? "it asked for nothing that is gated while it was watched" : "");
  }

  private static int denied(Stage stage, List<String> told) {
    Life life = Life.begin(stage, Gates.NONE);
    Reply reply = life.init(told);
    // A refusal is a clean answer too; what matters is that there is one.
    if (reply instanceof Reply.Result) {
      life.exercise();
    } else if (!life.talk().isAlive()) {
      throw new Violation("it left after it was denied a capability");
    }
    return life.host().denied();
  }

  static Verdict files(Stage stage) {
    Manifest manifest = Life.manifestOf(stage);
    if (manifest.capabilities().granted().stream().noneMatch(it -> it.startsWith("read_"))) {
      throw new NotConcerned("its manifest is granted no read_ capability");
    }
    Life life = Life.running(stage, Gates.NO_FILES);
    life.exercise();
    return Verdict.passed(
        life.host().fileCalls() == 0 ? "it asked for no file while it was watched" : "");
  }

  static Verdict logs(Stage stage) {
    Life life = Life.running(stage, Gates.AS_GRANTED);
    life.exercise();
    life.finish();
    List<Json> records = life.host().logs();
    if (records.isEmpty()) {
      throw new NotConcerned("it sent no host/log while it was watched");
    }
    for (Json record : records) {
      try {
        LogRecord.read(record);
      } catch (RpcException wrong) {
        throw new Violation("a host/log cannot be read: " + wrong.error().message());
      }
    }
    return Verdict.passed();
  }
}
