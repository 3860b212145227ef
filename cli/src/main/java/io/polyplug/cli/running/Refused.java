package io.polyplug.cli.running;

import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.NoSuchPlugin;
import io.polyplug.host.PluginError;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.config.ConfigMistake;
import io.polyplug.wire.ErrorObject;
import io.polyplug.wire.Json;
import io.polyplug.wire.RpcException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Carries what a host throws over the socket, so that a command throws the same. */
final class Refused {
  private static final int CODE = -32000;

  private Refused() {}

  static ErrorObject of(Throwable problem) {
    String message = String.valueOf(problem.getMessage());
    return switch (problem) {
      case RpcException known -> known.error();
      case PluginFailure failure -> failure(failure.failure());
      case PluginError error ->
          new ErrorObject(
              CODE,
              error.text(),
              Json.object(
                  out -> {
                    out.writeStringProperty("kind", "plugin_error");
                    out.writeStringProperty("plugin", error.plugin());
                    out.writeStringProperty("code", error.code());
                    error
                        .data()
                        .ifPresent(
                            data -> {
                              out.writeName("data");
                              data.writeTo(out);
                            });
                  }));
      case NoSuchPlugin _ -> kind("unknown_plugin", "", message);
      case RunningProblem running -> kind("running", running.code(), message);
      case ConfigMistake _ -> kind("running", "invalid_configuration", message);
      default -> new ErrorObject(ErrorObject.INTERNAL_ERROR, problem.toString());
    };
  }

  private static ErrorObject kind(String kind, String code, String message) {
    return new ErrorObject(
        CODE,
        message,
        Json.object(
            out -> {
              out.writeStringProperty("kind", kind);
              out.writeStringProperty("code", code);
            }));
  }

  private static ErrorObject failure(Failure failure) {
    return new ErrorObject(
        CODE,
        failure.message(),
        Json.object(
            out -> {
              out.writeStringProperty("kind", "failure");
              out.writeStringProperty("plugin", failure.plugin());
              out.writeStringProperty("code", failure.code().code());
              Messages.texts(out, "stderr", failure.stderr());
            }));
  }

  /** What the host threw. */
  static RuntimeException thrown(ErrorObject error) {
    @Nullable Json data = error.data();
    if (data == null || data.kind() != Json.Kind.OBJECT) {
      return new RunningDefect(
          "This is a defect of polyplug, in the running host: " + error.message());
    }
    Fields fields = Fields.of(data);
    return switch (fields.text("kind")) {
      case "failure" ->
          new Failure(
                  FailureCode.valueOf(fields.text("code").toUpperCase(Locale.ROOT)),
                  fields.text("plugin"),
                  error.message(),
                  fields.texts("stderr"))
              .thrown();
      case "plugin_error" ->
          new PluginError(
              fields.text("plugin"),
              fields.text("code"),
              error.message(),
              fields.has("data") ? fields.json("data") : null);
      case "unknown_plugin" -> new NoSuchPlugin(error.message());
      default -> new RunningProblem(fields.text("code"), error.message());
    };
  }

  /** An error object that came as a part of a message. */
  static RuntimeException thrown(Json error) {
    Fields fields = Fields.of(error);
    return thrown(
        new ErrorObject(
            CODE, fields.text("message"), fields.has("data") ? fields.json("data") : null));
  }
}
