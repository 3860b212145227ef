package io.polyplug.own;

import io.polyplug.host.Contract;
import io.polyplug.host.Discovered;
import io.polyplug.host.PluginDefinition;
import io.polyplug.host.SupervisionPolicy;
import io.polyplug.host.config.ConfigTable;
import io.polyplug.own.protocol.RemoteInterface;
import io.polyplug.own.protocol.RemoteMethod;
import io.polyplug.wire.Framing;
import io.polyplug.wire.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A contract whose plugins implement an interface. Each is one process that is called over its
 * standard streams by JSON-RPC: a method is its name, its arguments are an array. Plugins are bound
 * in {@code polyplug.toml}; {@link io.polyplug.host.Plugin#as} gives one as the interface.
 *
 * <p>Immutable; safe from any thread.
 */
public final class InterfaceContract implements Contract {
  private final String id;
  private final int version;
  private final MethodTable methods;
  private final List<CallbackSource<?>> callbacks;
  private final CallbackRules rules;
  private final Framing framing;
  private final SupervisionPolicy supervision;
  private final Duration timeout;

  InterfaceContract(InterfaceContractBuilder from) {
    this.id = from.id;
    this.version = from.version;
    this.methods = new MethodTable(from.methods);
    this.callbacks = List.copyOf(from.callbacks);
    this.rules = new CallbackRules(from.needs);
    this.framing = from.framing;
    this.supervision = from.supervision;
    this.timeout = from.timeout;
  }

  /**
   * A contract of this name and version for this interface: public, its methods told apart by their
   * names, its types those that {@link io.polyplug.own.protocol.JsonTypes} lists. Methods with a
   * body run in the application. Throws {@link IllegalArgumentException} with a sentence that says
   * what is wrong.
   */
  public static InterfaceContractBuilder of(String id, int version, Class<?> type) {
    return new InterfaceContractBuilder(id, version, new RemoteInterface(type));
  }

  @Override
  public String id() {
    return id;
  }

  public int version() {
    return version;
  }

  /** What plugins implement. */
  public RemoteInterface methods() {
    return methods.type();
  }

  /** The interfaces that plugins may call. */
  public List<RemoteInterface> callbacks() {
    return callbacks.stream().map(CallbackSource::methods).toList();
  }

  /** What plugins may ask for, in the order given. */
  public Set<String> capabilities() {
    return rules.capabilities();
  }

  public Framing framing() {
    return framing;
  }

  /** Why a value is no result of this method; empty if it is one. */
  public Optional<String> mistakeIn(RemoteMethod method, Json result) {
    return methods.mistakeIn(method.name(), result);
  }

  @Override
  public List<Discovered> discover(Path pluginFolder) {
    return List.of();
  }

  @Override
  public PluginDefinition bind(ConfigTable table) {
    return OwnDefinition.bound(this, table);
  }

  @Override
  public Json bindingSchema() {
    return BindingSchema.of(id);
  }

  MethodTable table() {
    return methods;
  }

  List<CallbackSource<?>> callbackSources() {
    return callbacks;
  }

  CallbackRules rules() {
    return rules;
  }

  SupervisionPolicy supervision() {
    return supervision;
  }

  Duration timeout() {
    return timeout;
  }
}
