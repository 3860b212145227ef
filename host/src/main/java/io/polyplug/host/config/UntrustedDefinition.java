package io.polyplug.host.config;

import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.InstanceContext;
import io.polyplug.host.PluginDefinition;
import io.polyplug.host.PluginInfo;
import io.polyplug.host.Session;
import io.polyplug.host.SupervisionPolicy;
import io.polyplug.host.ToolInfo;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A plugin of a file that nobody has trusted yet: it is listed, and never started. */
record UntrustedDefinition(PluginDefinition bound, Path file) implements PluginDefinition {
  @Override
  public PluginInfo info() {
    return bound.info();
  }

  /** Never eager: nothing of it may start by itself. */
  @Override
  public SupervisionPolicy supervision() {
    return SupervisionPolicy.perCall(bound.supervision().maxCalls());
  }

  @Override
  public List<String> commandLine() {
    return bound.commandLine();
  }

  @Override
  public Optional<List<ToolInfo>> declaredTools() {
    return bound.declaredTools();
  }

  @Override
  public Session start(InstanceContext context) {
    throw new Failure(FailureCode.INVALID_CONFIGURATION, info().id(), refusal()).thrown();
  }

  @Override
  public List<String> diagnose() {
    return List.of(refusal());
  }

  @Override
  public String tag() {
    return bound.tag();
  }

  @Override
  public boolean sameAs(PluginDefinition other) {
    return other instanceof UntrustedDefinition that
        && file.equals(that.file)
        && bound.sameAs(that.bound);
  }

  @Override
  public boolean trusted() {
    return false;
  }

  private String refusal() {
    return file
        + " was found by itself and is not trusted: look at it, then run: polyplug trust "
        + ShellText.quote(file.toString());
  }
}
