package io.polyplug.sdk;

import io.polyplug.sdk.internal.AdapterParts;
import io.polyplug.sdk.internal.Declaration;
import io.polyplug.sdk.internal.Input;
import io.polyplug.sdk.internal.OwnParts;
import io.polyplug.sdk.internal.Program;
import io.polyplug.sdk.internal.Tool;
import io.polyplug.wire.Json;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A plugin: what it is called, what it can do, and {@link #serve}. One program is a plugin of every
 * host: which contract is spoken is seen from the first bytes that come. Used by one thread.
 *
 * <pre>{@code
 * Plugin.named("clock").version("1.0.0")
 *     .tool("now", "The time in a zone.", Zone.class, (zone, call) -> new Time(...))
 *     .serve(args);
 * }</pre>
 */
public final class Plugin {
  private static final int USUAL_IDLE_SECONDS = 600;

  private final String name;
  private String version = "0.0.0";
  private @Nullable String title;
  private String description = "";
  private final Map<String, Tool> tools = new LinkedHashMap<>();
  private final Map<String, Screen> screens = new LinkedHashMap<>();
  private final Map<String, List<String>> asks = new LinkedHashMap<>();
  private final List<String> publishes = new ArrayList<>();
  private final Map<String, EventHandler> hears = new LinkedHashMap<>();
  private boolean eager;
  private int idleReapSeconds = USUAL_IDLE_SECONDS;
  private @Nullable AdapterParts adapter;
  private @Nullable OwnParts own;

  private Plugin(String name) {
    this.name = name;
  }

  /** A plugin of this name, by which hosts know it. */
  public static Plugin named(String name) {
    return new Plugin(name);
  }

  /** Its version, as three numbers. */
  public Plugin version(String value) {
    version = value;
    return this;
  }

  /** What people call it; the name if not given. */
  public Plugin title(String value) {
    title = value;
    return this;
  }

  /** What it is for, in a sentence. */
  public Plugin describedAs(String value) {
    description = value;
    return this;
  }

  /**
   * A tool whose input is a record, or a {@link Json} object. Components of the record are the
   * members of the input; those that are {@link java.util.Optional}, {@code @Nullable} or have a
   * {@link Default} may be left out, and {@link Doc} says what they are for.
   */
  public <I> Plugin tool(String tool, String about, Class<I> input, ToolHandler<I> handler) {
    return add(new Tool.Unary<>(tool, about, Input.of(input), handler));
  }

  /** A tool whose input fits this JSON Schema, as far as types and required members go. */
  public Plugin tool(String tool, String about, Json inputSchema, ToolHandler<Json> handler) {
    return add(new Tool.Unary<>(tool, about, Input.of(inputSchema), handler));
  }

  /** A stream, with an input as that of a {@link #tool(String, String, Class, ToolHandler)}. */
  public <I> Plugin stream(String tool, String about, Class<I> input, StreamHandler<I> handler) {
    return add(new Tool.Stream<>(tool, about, Input.of(input), handler));
  }

  /** A stream whose input fits this JSON Schema. */
  public Plugin stream(String tool, String about, Json inputSchema, StreamHandler<Json> handler) {
    return add(new Tool.Stream<>(tool, about, Input.of(inputSchema), handler));
  }

  /** A channel. */
  public Plugin channel(String tool, String about, ChannelHandler handler) {
    return add(new Tool.Duplex(tool, about, handler));
  }

  private Plugin add(Tool tool) {
    if (tools.putIfAbsent(tool.name(), tool) != null) {
      throw new IllegalArgumentException(name + " has two tools called " + tool.name());
    }
    return this;
  }

  /** A screen; the first one is shown until a key or the mouse names another. */
  public Plugin screen(String id, Screen screen) {
    if (screens.putIfAbsent(id, screen) != null) {
      throw new IllegalArgumentException(name + " has two screens called " + id);
    }
    return this;
  }

  /** That it is the adapter of a language; the plugin's name is the adapter's id. */
  public Plugin adapter(Adapter value) {
    adapter = value.parts();
    return this;
  }

  /** That it implements the contract of an application. */
  public Plugin implementing(OwnContract value) {
    own = value.parts();
    return this;
  }

  /** A capability that it wants, or only these values of it. */
  public Plugin asks(String capability, String... values) {
    asks.put(capability, List.of(values));
    return this;
  }

  /** Topics that it publishes to. */
  public Plugin publishes(String... topics) {
    publishes.addAll(List.of(topics));
    return this;
  }

  /** Hears the values of a topic. */
  public Plugin hears(String topic, EventHandler handler) {
    hears.put(topic, handler);
    return this;
  }

  /** That the host should start it at once and not when it is needed. */
  public Plugin eager() {
    eager = true;
    return this;
  }

  /** After how many idle seconds the host may end it; 0 for never. */
  public Plugin idleReap(int seconds) {
    idleReapSeconds = seconds;
    return this;
  }

  /**
   * Serves until the host is done, then ends the program: this never returns. From here on what
   * anybody prints to {@link System#out} goes to standard error, and {@link System#in} is empty,
   * since both streams belong to the host.
   *
   * @param args those of the program; {@code --http}, {@code --write}, {@code --tool}, {@code
   *     --train} and {@code --describe} are for this, all others for nobody
   */
  public void serve(String... args) {
    Program.main(declaration(), args);
  }

  /**
   * Serves over streams of somebody else until the host is done, closes them, and returns the exit
   * code that the program would have: for tests, and for a plugin inside of another program.
   * Touches neither {@link System} nor any other plugin. A handler that does not stop when it is
   * cancelled is left behind.
   *
   * @param in what the host writes
   * @param out what the host reads
   * @param errors in place of standard error
   * @param args as those of {@link #serve(String...)}
   */
  public int serve(InputStream in, OutputStream out, PrintStream errors, String... args) {
    return Program.run(declaration(), in, out, errors, args);
  }

  private Declaration declaration() {
    return new Declaration(
        name,
        version,
        title == null ? name : title,
        description,
        List.copyOf(tools.values()),
        new LinkedHashMap<>(screens),
        new LinkedHashMap<>(asks),
        List.copyOf(publishes),
        new LinkedHashMap<>(hears),
        eager,
        idleReapSeconds,
        adapter,
        own);
  }
}
