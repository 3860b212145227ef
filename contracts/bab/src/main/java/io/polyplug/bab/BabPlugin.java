package io.polyplug.bab;

import io.polyplug.host.Held;
import io.polyplug.host.Plugin;
import io.polyplug.wire.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A plugin in the contract's own types: get it by {@code plugin.as(BabPlugin.class)}. Everything
 * loads the plugin if it is not loaded, and throws {@link io.polyplug.host.PluginFailure} with the
 * reason if it is unavailable. Safe from any thread.
 */
public final class BabPlugin {
  private final Plugin plugin;
  private final Path folder;

  BabPlugin(Plugin plugin, Path folder) {
    this.plugin = plugin;
    this.folder = folder;
  }

  /** The folder with its manifest and its adapter. */
  public Path folder() {
    return folder;
  }

  /** What it says of itself on disk now. */
  public BabManifest manifest() throws InvalidManifest {
    return BabManifest.read(folder);
  }

  /**
   * Runs its program and gives the answer. The folder may be any. An interrupt of this thread
   * cancels the run: it returns when the program is gone.
   */
  public DelegateResult delegate(DelegateRequest request) throws DelegateFailure {
    try (Held<BabSession> held = hold(request.timeout())) {
      held.session().checkFolder(request, true);
      return held.session().delegate(request);
    }
  }

  /**
   * Everything of a run but the program: what would be run, and what would be made of its output.
   * For those who test a plugin; close it when done.
   */
  public Rehearsal rehearse() throws DelegateFailure {
    Held<BabSession> held = hold(Optional.empty());
    boolean good = false;
    try {
      Rehearsal rehearsal = held.session().rehearse(held::close);
      good = true;
      return rehearsal;
    } finally {
      if (!good) {
        held.close();
      }
    }
  }

  /** The models that its adapter names; none if it names none or fails to. */
  public List<String> listModels() {
    try (Held<BabSession> held = hold(Optional.empty())) {
      return held.session().listModels();
    }
  }

  /** What its adapter tells of itself for listings; empty if it tells nothing or fails to. */
  public Optional<Json> discover() {
    try (Held<BabSession> held = hold(Optional.empty())) {
      return held.session().discover();
    }
  }

  private Held<BabSession> hold(Optional<Duration> timeout) {
    return plugin.hold(BabSession.class, true, timeout);
  }
}
