package io.polyplug.mcp;

import io.polyplug.base.UntrustedText;
import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.PluginFailure;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import io.polyplug.wire.RpcException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Answers a modern server that wants something from this end before it goes on: the same request is
 * sent again with the answers.
 */
record InputRounds(String plugin, ClientFeatures features) {
  /** How often one request may be sent again. */
  static final int MOST = 16;

  private static final int MOST_QUESTIONS = 32;
  private static final int SHOWN = 100;

  /** What to send besides the request, or empty if the result is the result. */
  Optional<byte[]> next(Answer result) {
    Json named = result.member(Answer.RESULT_TYPE);
    String type = named == null ? "complete" : String.valueOf(named.stringValue());
    if (type.equals("complete")) {
      return Optional.empty();
    }
    Json requests = result.member(Answer.INPUT_REQUESTS);
    Json state = result.member(Answer.REQUEST_STATE);
    if (!type.equals("input_required") || (requests == null && state == null)) {
      throw malformed("a result of the type " + UntrustedText.excerpt(type, SHOWN));
    }
    Map<String, Json> answers = requests == null ? Map.of() : answers(requests);
    Json members =
        Json.object(
            out -> {
              if (!answers.isEmpty()) {
                out.writeName("inputResponses");
                out.writeStartObject();
                answers.forEach(
                    (name, answer) -> {
                      out.writeName(name);
                      answer.writeTo(out);
                    });
                out.writeEndObject();
              }
              if (state != null) {
                out.writeName("requestState");
                state.writeTo(out);
              }
            });
    byte[] inside = RequestMeta.inside(members);
    byte[] rest = new byte[inside.length + 1];
    rest[0] = ',';
    System.arraycopy(inside, 0, rest, 1, inside.length);
    return Optional.of(inside.length == 0 ? RequestMeta.NOTHING : rest);
  }

  private Map<String, Json> answers(Json requests) {
    if (requests.kind() != Json.Kind.OBJECT) {
      throw malformed("input requests that are no object");
    }
    Map<String, Json> asked = JsonParts.members(requests);
    if (asked.size() > MOST_QUESTIONS) {
      throw malformed(asked.size() + " input requests at once");
    }
    Map<String, Json> answers = new LinkedHashMap<>();
    asked.forEach((name, request) -> answers.put(name, answer(request)));
    return answers;
  }

  private Json answer(Json request) {
    if (request.kind() != Json.Kind.OBJECT) {
      throw malformed("an input request that is no object");
    }
    @Nullable Json[] found = JsonParts.find(request, "method", "params");
    String method = found[0] == null ? null : found[0].stringValue();
    if (method == null) {
      throw malformed("an input request without a method");
    }
    try {
      return features.answer(method, found[1] == null ? Json.EMPTY_OBJECT : found[1]);
    } catch (RpcException refused) {
      throw new PluginFailure(
          new Failure(
              FailureCode.UNSUPPORTED,
              plugin,
              "it needs what this host does not give: " + refused.error().message()),
          refused);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Failure(FailureCode.CANCELLED, plugin, "the caller gave up").thrown();
    }
  }

  PluginFailure endless() {
    return malformed("more than " + MOST + " requests for input in a row");
  }

  private PluginFailure malformed(String what) {
    return new Failure(FailureCode.MALFORMED_RESPONSE, plugin, "it answered with " + what).thrown();
  }
}
