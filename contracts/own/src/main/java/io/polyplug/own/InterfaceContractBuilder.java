package io.polyplug.own;

import io.polyplug.host.PluginInfo;
import io.polyplug.host.SupervisionPolicy;
import io.polyplug.host.SupervisionPolicy.AfterDown;
import io.polyplug.host.SupervisionPolicy.Start;
import io.polyplug.own.protocol.RemoteInterface;
import io.polyplug.own.protocol.RemoteMethod;
import io.polyplug.wire.Framing;
import io.polyplug.wire.Ndjson;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * What an {@link InterfaceContract} is made of. Used by one thread. A mistake is an {@link
 * IllegalArgumentException} with one sentence.
 */
public final class InterfaceContractBuilder {
  final String id;
  final int version;
  final RemoteInterface methods;
  final List<CallbackSource<?>> callbacks = new ArrayList<>();
  final Map<String, Set<String>> needs = new LinkedHashMap<>();
  Framing framing = Ndjson.STANDARD;
  SupervisionPolicy supervision = SupervisionPolicy.shared(Start.LAZY, AfterDown.RESTART_ON_CALL);
  Duration timeout = Duration.ofSeconds(30);

  InterfaceContractBuilder(String id, int version, RemoteInterface methods) {
    if (id.isEmpty() || id.codePoints().anyMatch(InterfaceContractBuilder::isNoPartOfAName)) {
      throw new IllegalArgumentException(
          "A contract is called by a word, as acme.greeter, and not \"" + id + "\".");
    }
    this.id = id;
    this.version = version;
    this.methods = methods;
  }

  private static boolean isNoPartOfAName(int character) {
    return Character.isWhitespace(character)
        || Character.isISOControl(character)
        || character == ':'
        || character == '/';
  }

  /**
   * Lets plugins call an interface of the application. For each start of a plugin one is made; it
   * is called on virtual threads, many at once, also while calls to the plugin wait. What comes as
   * a notification is called one after another, in the order sent, and others wait for it.
   */
  public <C> InterfaceContractBuilder callbacks(
      Class<C> type, Function<PluginInfo, ? extends C> implementation) {
    callbacks.add(new CallbackSource<>(new RemoteInterface(type), type, implementation));
    return this;
  }

  /** All methods of an interface that plugins may call need this capability. */
  public InterfaceContractBuilder capability(String name, Class<?> callbackType) {
    return capability(
        name,
        new RemoteInterface(callbackType)
            .methods().stream().map(RemoteMethod::name).toArray(String[]::new));
  }

  /** These methods, of those that plugins may call, need this capability. */
  public InterfaceContractBuilder capability(String name, String... methodNames) {
    if (methodNames.length == 0) {
      throw new IllegalArgumentException(
          "The capability " + name + " needs the names of the methods that it is for.");
    }
    needs.computeIfAbsent(name, _ -> new LinkedHashSet<>()).addAll(List.of(methodNames));
    return this;
  }

  /** How messages are delimited; one per line unless this says otherwise. */
  public InterfaceContractBuilder framing(Framing value) {
    framing = value;
    return this;
  }

  /** How plugins are kept alive; started by the first call that finds none, unless said here. */
  public InterfaceContractBuilder supervision(SupervisionPolicy value) {
    supervision = value;
    return this;
  }

  /** How long a plugin may take for an answer, its introduction included; 30 s if not said. */
  public InterfaceContractBuilder timeout(Duration value) {
    timeout = value;
    return this;
  }

  /** The contract. */
  public InterfaceContract build() {
    Set<String> known = new LinkedHashSet<>();
    for (CallbackSource<?> source : callbacks) {
      for (RemoteMethod method : source.methods().methods()) {
        if (!known.add(method.name())) {
          throw new IllegalArgumentException(
              "Two of the interfaces that plugins may call have a method "
                  + method.name()
                  + ", and on the wire only names tell them apart.");
        }
      }
    }
    needs.forEach(
        (capability, of) ->
            of.stream()
                .filter(method -> !known.contains(method))
                .findFirst()
                .ifPresent(
                    method -> {
                      throw new IllegalArgumentException(
                          "The capability "
                              + capability
                              + " is for "
                              + method
                              + ", which no interface has that plugins may call.");
                    }));
    if (!timeout.isPositive()) {
      throw new IllegalArgumentException("The time for an answer must be positive: " + timeout);
    }
    return new InterfaceContract(this);
  }
}
