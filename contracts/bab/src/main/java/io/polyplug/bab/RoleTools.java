package io.polyplug.bab;

import io.polyplug.base.UntrustedText;
import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.PluginError;
import io.polyplug.host.PluginException;
import io.polyplug.host.ToolCall;
import io.polyplug.host.ToolInfo;
import io.polyplug.host.ToolKind;
import io.polyplug.wire.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The uniform tools of a plugin: one for each role of its manifest. */
final class RoleTools {
  private RoleTools() {}

  static List<ToolInfo> of(BabManifest manifest) {
    Map<String, ToolInfo> tools = new LinkedHashMap<>();
    for (ManifestRole role : manifest.roles()) {
      // The first of a name is the one that is used.
      tools.putIfAbsent(
          role.name(),
          new ToolInfo(
              role.name(), description(role), DelegateArguments.ROLE_SCHEMA, ToolKind.UNARY));
    }
    return List.copyOf(tools.values());
  }

  private static String description(ManifestRole role) {
    return switch (role) {
      case ManifestRole.BuiltIn(BuiltInRole builtIn) -> builtIn.description();
      case ManifestRole.Described described -> described.description().orElse("");
    };
  }

  /** The target of a call is its working folder, unless the input names one. */
  static DelegateRequest request(String role, ToolCall call) throws DelegateFailure {
    Json input = call.input();
    DelegateRequest request = DelegateArguments.read(input).request().withRole(role);
    if (request.workingDirectory().isEmpty() && call.target().isPresent()) {
      request = request.withWorkingDirectory(call.target().get());
    }
    return call.timeout().isPresent() ? request.withTimeout(call.timeout().get()) : request;
  }

  /**
   * What the caller of a tool is told: timeouts and cancellations in the host's own words, because
   * programs act on those; all else as the plugin's answer, with the contract's type for a code.
   */
  static PluginException thrown(String plugin, DelegateFailure failure) {
    return switch (failure.type()) {
      case TIMEOUT -> host(FailureCode.TIMEOUT, plugin, failure);
      case CANCELLED -> host(FailureCode.CANCELLED, plugin, failure);
      case VALIDATION, CONFIGURATION, NOT_FOUND, EXECUTION, UNKNOWN ->
          new PluginError(
              plugin, failure.type().word(), failure.getMessage(), failure.details().orElse(null));
    };
  }

  private static PluginException host(FailureCode code, String plugin, DelegateFailure failure) {
    return new Failure(code, plugin, UntrustedText.excerpt(failure.getMessage(), 2000)).thrown();
  }
}
