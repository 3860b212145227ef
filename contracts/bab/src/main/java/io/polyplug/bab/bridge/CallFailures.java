package io.polyplug.bab.bridge;

import io.polyplug.bab.bridge.AdapterFailure.Kind;
import io.polyplug.bab.protocol.BridgeProtocol;
import io.polyplug.host.ChildEnd;
import io.polyplug.host.Failure;
import io.polyplug.wire.CallException;
import io.polyplug.wire.CallFailure;
import io.polyplug.wire.RpcException;
import java.time.Duration;
import java.util.List;

/** Says in the bridge's words why a call has no result. */
record CallFailures(ChildEnd end) {
  private static final int LINES_SHOWN = 8;

  AdapterFailure of(RpcException answered) {
    Kind kind =
        switch (answered.error().code()) {
          case BridgeProtocol.THREW_VALUE -> Kind.THREW_VALUE;
          case BridgeProtocol.NOT_LOADED -> Kind.NOT_LOADED;
          default -> Kind.THREW;
        };
    return new AdapterFailure(kind, answered.error().message(), answered);
  }

  AdapterFailure of(CallException failed, String what, Duration limit) {
    return switch (failed.failure()) {
      case CallFailure.Timeout _ ->
          new AdapterFailure(
              Kind.TOO_LONG,
              what + " took longer than the " + limit.toMillis() + " ms allowed.",
              failed);
      case CallFailure.Disconnected _ -> gone(failed);
      case CallFailure.Cancelled _,
          CallFailure.Overloaded _,
          CallFailure.ProtocolViolation _,
          CallFailure.SendFailed _,
          CallFailure.RemoteError _ ->
          new AdapterFailure(Kind.THREW, what + " failed: " + failed.failure().sentence(), failed);
    };
  }

  private AdapterFailure gone(CallException failed) {
    Failure reason = end.reason();
    List<String> lines = reason.stderr();
    String tail =
        String.join("\n", lines.subList(Math.max(0, lines.size() - LINES_SHOWN), lines.size()));
    return new AdapterFailure(
        Kind.GONE, tail.isBlank() ? reason.message() : reason.message() + ":\n" + tail, failed);
  }
}
