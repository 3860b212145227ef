package io.polyplug.mcp.server;

import io.polyplug.mcp.protocol.McpErrors;
import io.polyplug.mcp.protocol.McpMethods;
import io.polyplug.mcp.protocol.McpVersions;
import io.polyplug.mcp.protocol.MetaKeys;
import io.polyplug.wire.ErrorObject;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import io.polyplug.wire.RpcException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * One request while it is answered: what came with it, and how to talk back meanwhile. Safe from
 * any thread.
 */
public final class ServerCall {
  private final Terms terms;
  private final Back back;
  private final @Nullable Json progressToken;
  private final Map<String, Json> params;

  ServerCall(Terms terms, Back back, Map<String, Json> params) {
    this.terms = terms;
    this.back = back;
    this.params = params;
    Json meta = params.get(MetaKeys.META);
    Json token =
        meta == null || meta.kind() != Json.Kind.OBJECT
            ? null
            : JsonParts.find(meta, MetaKeys.PROGRESS_TOKEN)[0];
    this.progressToken = token != null && isToken(token) ? token : null;
  }

  private static boolean isToken(Json value) {
    return value.kind() == Json.Kind.STRING || value.kind() == Json.Kind.NUMBER;
  }

  /** The revision of the protocol that this request is of. */
  public String version() {
    return terms.version();
  }

  /** Whether the request brought its own terms, and so cannot be asked back. */
  public boolean isModern() {
    return McpVersions.isModern(terms.version());
  }

  /** What the client can do. */
  public Json clientCapabilities() {
    return terms.capabilities();
  }

  /** Whether the client does not want the answer any more; the thread was interrupted then. */
  public boolean isCancelled() {
    return back.isCancelled();
  }

  /** Whether the client wants to hear of progress. */
  public boolean wantsProgress() {
    return progressToken != null;
  }

  /** Tells of progress, which must grow; nothing if the client did not ask for it. */
  public void progress(double progress, OptionalDouble total, String message) {
    Json token = progressToken;
    if (token == null) {
      return;
    }
    back.notify(
        McpMethods.PROGRESS,
        Json.object(
            out -> {
              out.writeName(MetaKeys.PROGRESS_TOKEN);
              token.writeTo(out);
              out.writeName("progress");
              writeNumber(out, progress);
              if (total.isPresent()) {
                out.writeName("total");
                writeNumber(out, total.getAsDouble());
              }
              if (!message.isEmpty()) {
                out.writeStringProperty("message", message);
              }
            }));
  }

  private static void writeNumber(JsonGenerator out, double number) {
    if (number == Math.rint(number) && Math.abs(number) < 1e15) {
      out.writeNumber((long) number);
    } else {
      out.writeNumber(number);
    }
  }

  /** Sends a log message, if the client wants such. */
  public void log(String level, String logger, Json data) {
    if (terms.logLevel().filter(atLeast -> LogLevels.isWanted(level, atLeast)).isEmpty()) {
      return;
    }
    back.notify(
        McpMethods.LOG,
        Json.object(
            out -> {
              out.writeStringProperty("level", level);
              out.writeStringProperty("logger", logger);
              out.writeName("data");
              data.writeTo(out);
            }));
  }

  /** What a modern client answered under this key, if it comes with an answer: an object. */
  public Optional<Json> answer(String key) {
    Json all = params.get("inputResponses");
    return all == null || all.kind() != Json.Kind.OBJECT
        ? Optional.empty()
        : Optional.ofNullable(JsonParts.members(all).get(key))
            .filter(it -> it.kind() == Json.Kind.OBJECT);
  }

  /** What an earlier round gave the client to bring back. Nobody but the caller vouches for it. */
  public Optional<String> state() {
    Json state = params.get("requestState");
    return Optional.ofNullable(state == null ? null : state.stringValue());
  }

  /**
   * Asks the client, whichever its era: over its session, or by letting it come back with the
   * answer, in which case this throws and the caller is called anew.
   *
   * @param key tells the question from others of the same request
   * @param capability what the client must have declared
   */
  public Json ask(String key, String capability, String method, Json question) throws Exception {
    requireCapability(capability);
    if (!isModern()) {
      return back.call(method, question);
    }
    Optional<Json> answer = answer(key);
    if (answer.isPresent()) {
      return answer.get();
    }
    throw new InputNeeded(Map.of(key, request(method, question)), Optional.empty());
  }

  /** A question as {@link InputNeeded} carries it. */
  public static Json request(String method, Json params) {
    return Json.object(
        out -> {
          out.writeStringProperty("method", method);
          out.writeName("params");
          params.writeTo(out);
        });
  }

  /** Refuses the request if its client has not declared that it can do this. */
  public void requireCapability(String capability) {
    if (JsonParts.members(terms.capabilities()).containsKey(capability)) {
      return;
    }
    Json data =
        Json.object(
            out -> {
              out.writeObjectPropertyStart("requiredCapabilities");
              out.writeObjectPropertyStart(capability);
              out.writeEndObject();
              out.writeEndObject();
            });
    throw new RpcException(
        new ErrorObject(
            isModern() ? McpErrors.MISSING_CLIENT_CAPABILITY : ErrorObject.INVALID_REQUEST,
            "the client has not declared the capability " + capability,
            data));
  }
}
