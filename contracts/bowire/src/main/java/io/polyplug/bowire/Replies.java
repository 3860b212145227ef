package io.polyplug.bowire;

import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.PluginError;
import io.polyplug.host.PluginException;
import io.polyplug.wire.Call;
import io.polyplug.wire.CallException;
import io.polyplug.wire.CallFailure;
import io.polyplug.wire.Json;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for replies and says in the host's words why one did not come. */
record Replies(String plugin, SidecarLink link) {
  /** The result; throws {@link PluginException}. An interrupt cancels the call. */
  Json await(Call call) {
    try {
      return call.await();
    } catch (InterruptedException e) {
      call.cancel();
      Thread.currentThread().interrupt();
      throw new Failure(FailureCode.CANCELLED, plugin, "the caller gave up").thrown();
    } catch (CallException e) {
      throw reason(e.failure());
    }
  }

  PluginException reason(Throwable failure) {
    return failure instanceof CallException known
        ? reason(known.failure())
        : new Failure(FailureCode.UNAVAILABLE, plugin, String.valueOf(failure.getMessage()))
            .thrown();
  }

  private PluginException reason(CallFailure failure) {
    return switch (failure) {
      case CallFailure.RemoteError remote ->
          new PluginError(
              plugin, "sidecar:" + remote.error().code(), remote.error().message(), remote.text());
      case CallFailure.Disconnected _ -> gone().thrown();
      case CallFailure.Timeout(var after) ->
          failed(FailureCode.TIMEOUT, "it did not answer within " + after.toMillis() + " ms");
      case CallFailure.Cancelled _ -> failed(FailureCode.CANCELLED, "the call was cancelled");
      case CallFailure.Overloaded(String sentence) -> failed(FailureCode.OVERLOADED, sentence);
      case CallFailure.ProtocolViolation(String sentence) ->
          failed(FailureCode.MALFORMED_RESPONSE, sentence);
      case CallFailure.SendFailed(String sentence) -> failed(link.sendFailure(), sentence);
    };
  }

  private PluginException failed(FailureCode code, String sentence) {
    return new Failure(code, plugin, sentence).thrown();
  }

  /** Why the connection is over; known shortly after the calls on it have failed (7.6). */
  Failure gone() {
    try {
      return link.gone()
          .toCompletableFuture()
          .get(link.reasonWithin().toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      // Said below: the reason itself is not to be had.
    }
    return new Failure(FailureCode.CRASHED, plugin, "Sidecar is gone");
  }
}
