package io.polyplug.host;

import io.polyplug.wire.Call;
import io.polyplug.wire.CallException;
import io.polyplug.wire.CallFailure;
import io.polyplug.wire.Json;
import java.util.function.Supplier;

/**
 * Waits for replies and says in the host's words why one did not come.
 *
 * @param plugin whose replies
 * @param errorPrefix what the codes of the plugin's own errors begin with
 * @param sendFailure what a message that could not be sent is called
 * @param gone why the instance is gone, for calls that were lost with it; may block for a moment
 */
public record Replies(
    String plugin, String errorPrefix, FailureCode sendFailure, Supplier<Failure> gone) {
  /** The result; throws {@link PluginException}. An interrupt cancels the call. */
  public Json await(Call call) {
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

  /** What to throw for what a call failed with. */
  public PluginException reason(Throwable failure) {
    return failure instanceof CallException known
        ? reason(known.failure())
        : new Failure(FailureCode.UNAVAILABLE, plugin, String.valueOf(failure.getMessage()))
            .thrown();
  }

  private PluginException reason(CallFailure failure) {
    return switch (failure) {
      case CallFailure.RemoteError remote ->
          new PluginError(
              plugin, errorPrefix + remote.error().code(), remote.error().message(), remote.text());
      case CallFailure.Disconnected _ -> gone.get().thrown();
      case CallFailure.Timeout(var after) -> LateAnswer.of(plugin, after).thrown();
      case CallFailure.Cancelled _ -> failed(FailureCode.CANCELLED, "the call was cancelled");
      case CallFailure.Overloaded(String sentence) -> failed(FailureCode.OVERLOADED, sentence);
      case CallFailure.ProtocolViolation(String sentence) ->
          failed(FailureCode.MALFORMED_RESPONSE, sentence);
      case CallFailure.SendFailed(String sentence) -> failed(sendFailure, sentence);
    };
  }

  private PluginException failed(FailureCode code, String sentence) {
    return new Failure(code, plugin, sentence).thrown();
  }
}
