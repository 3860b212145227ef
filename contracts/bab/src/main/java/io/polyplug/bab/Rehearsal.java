package io.polyplug.bab;

import io.polyplug.process.CommandResult;
import java.util.Map;
import java.util.Optional;

/**
 * A run of a plugin without its program. Safe from any thread; whoever gets one closes it.
 *
 * <p>Nothing is started but the plugin's adapter, which may start what it wants.
 */
public final class Rehearsal implements AutoCloseable {
  private static final String RUN_ID = "00000000-0000-4000-8000-000000000000";

  private final LoadedPlugin plugin;
  private final RunDesk desk;
  private final Optional<CommandMaker> maker;
  private final Runnable giveBack;

  Rehearsal(LoadedPlugin plugin, RunDesk desk, Optional<CommandMaker> maker, Runnable giveBack) {
    this.plugin = plugin;
    this.desk = desk;
    this.maker = maker;
    this.giveBack = giveBack;
  }

  /** Whether its adapter runs the program itself, so that there is nothing to rehearse. */
  public boolean runsItself() {
    return maker.isEmpty();
  }

  /** Whether an adapter says what is run, and not the manifest alone. */
  public boolean isScripted() {
    return !(maker.orElse(null) instanceof PlainCommand);
  }

  /** What its program would see unless its adapter says otherwise. */
  public Map<String, String> environment() {
    return Map.copyOf(plugin.environment());
  }

  /** Throws what a caller would be told who asks for this role. */
  public void resolve(String role) throws DelegateFailure {
    Roles.resolve(plugin.manifest(), plugin.folder(), role);
  }

  /** What would be run; the same run id every time. */
  public CommandPlan plan(DelegateRequest request) throws DelegateFailure, InterruptedException {
    return maker().plan(desk.input(plugin, request, RUN_ID), PluginLoader.FUNCTION_LIMIT);
  }

  /** The text that would be made of this output; throws what a caller would be told. */
  public String answer(DelegateRequest request, CommandResult result)
      throws DelegateFailure, InterruptedException {
    return maker()
        .parse(result, desk.input(plugin, request, RUN_ID), PluginLoader.FUNCTION_LIMIT)
        .content();
  }

  private CommandMaker maker() {
    return maker.orElseThrow(() -> new IllegalStateException("its adapter runs the program"));
  }

  @Override
  public void close() {
    giveBack.run();
  }
}
