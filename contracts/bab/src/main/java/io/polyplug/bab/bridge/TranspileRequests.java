package io.polyplug.bab.bridge;

import io.polyplug.bab.protocol.BridgeProtocol;
import io.polyplug.wire.Exchange;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import io.polyplug.wire.Request;
import io.polyplug.wire.RequestHandler;
import io.polyplug.wire.RpcException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/** Answers a runtime that wants the JavaScript of a file. */
record TranspileRequests(Optional<Transpiler> compiler) implements RequestHandler {
  @Override
  public Json handle(Request request, Exchange exchange) throws RpcException {
    Path file = file(request);
    try {
      Transpiler.Script script = compiler.orElseThrow().transpile(file);
      return Json.object(
          out -> {
            out.writeStringProperty("kind", script.commonJs() ? "commonjs" : "module");
            out.writeStringProperty("code", script.code());
          });
    } catch (Transpiler.SyntaxError wrong) {
      throw new RpcException(BridgeProtocol.NOT_LOADED, String.valueOf(wrong.getMessage()));
    } catch (NoSuchFileException missing) {
      throw new RpcException(BridgeProtocol.NOT_LOADED, file + " does not exist.");
    } catch (IOException unreadable) {
      throw new RpcException(
          BridgeProtocol.NOT_LOADED, file + " cannot be read: " + unreadable.getMessage());
    }
  }

  private static Path file(Request request) {
    Json params = Objects.requireNonNull(request.params());
    Json url = Objects.requireNonNull(JsonParts.find(params, "url")[0]);
    URI uri = URI.create(Objects.requireNonNull(url.stringValue()));
    return Path.of(URI.create("file://" + uri.getRawPath()));
  }
}
