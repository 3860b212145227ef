package io.polyplug.mcp;

import io.polyplug.wire.Json;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What servers may ask of the program that embeds the host. What is not here is not declared to
 * servers, and refused if one asks all the same. Immutable.
 *
 * <p>Hooks run on a thread that may block, several at once, and are interrupted when the server or
 * the caller does not want their answer any more. What a hook throws is answered as an error.
 *
 * @param roots which folders a server may look at, in place of what its binding says
 * @param sampling asks a language model
 * @param elicitation asks the user
 * @param features what sampling and elicitation can do beyond the least
 */
public record McpHooks(
    Optional<Roots> roots,
    Optional<Sampling> sampling,
    Optional<Elicitation> elicitation,
    Set<Feature> features) {
  /** Nothing but the roots of the configuration. */
  public static final McpHooks NONE =
      new McpHooks(Optional.empty(), Optional.empty(), Optional.empty(), Set.of());

  /** What a hook can do beyond the least. */
  public enum Feature {
    /** The model may be given tools. */
    SAMPLING_TOOLS,
    /** The user may be sent to a page. */
    ELICITATION_URLS
  }

  /** Says which folders a server may look at. */
  @FunctionalInterface
  public interface Roots {
    /** For the plugin of this id. */
    List<Root> roots(String plugin) throws InterruptedException;
  }

  /** Asks a language model for a server. */
  @FunctionalInterface
  public interface Sampling {
    /**
     * The message that the model gave: an object with {@code role}, {@code content} and {@code
     * model}.
     *
     * @param params as the server wrote them
     */
    Json createMessage(String plugin, Json params) throws InterruptedException;
  }

  /** Asks the user for a server. */
  @FunctionalInterface
  public interface Elicitation {
    /** What the user did about it. */
    ElicitResponse elicit(String plugin, ElicitRequest request) throws InterruptedException;
  }

  public McpHooks {
    features = Set.copyOf(features);
  }

  public McpHooks withRoots(Roots hook) {
    return new McpHooks(Optional.of(hook), sampling, elicitation, features);
  }

  public McpHooks withSampling(Sampling hook) {
    return new McpHooks(roots, Optional.of(hook), elicitation, features);
  }

  public McpHooks withElicitation(Elicitation hook) {
    return new McpHooks(roots, sampling, Optional.of(hook), features);
  }

  public McpHooks with(Feature feature) {
    Set<Feature> more = EnumSet.of(feature);
    more.addAll(features);
    return new McpHooks(roots, sampling, elicitation, more);
  }
}
