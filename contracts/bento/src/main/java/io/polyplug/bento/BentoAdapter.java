package io.polyplug.bento;

import io.polyplug.bento.protocol.BentoProtocol;
import io.polyplug.bento.protocol.LogLevel;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One plugin that has introduced itself, in the contract's own types. Safe from any thread; every
 * call waits for its turn and ends within its limit.
 *
 * <p>Answers about a dish are asked for once and remembered, failures included. What goes wrong in
 * a query is a warning in the log and never an end of the run, but for an error that {@link
 * #requiredToolchain} is answered with. A plugin that breaks the rules, does not answer in time or
 * dies stays dead: its manifest stays valid, and it has no more answers (2.9).
 *
 * <p>An interrupt during a query leaves the thread interrupted and the plugin without further
 * calls; the answer is then the one of a plugin that has none.
 */
public final class BentoAdapter {
  private final AdapterManifest manifest;
  private final Path program;
  private final AdapterCalls calls;
  private final Remembered<Path, Boolean> detected = new Remembered<>();
  private final Remembered<Path, Pin> pins = new Remembered<>();
  private final Remembered<String, Fingerprint> fingerprint = new Remembered<>();
  private final AtomicBoolean deathTold = new AtomicBoolean();

  private record Pin(Optional<Toolchain> toolchain, Optional<AdapterError> error, boolean lost) {}

  private record Fingerprint(Optional<String> text, boolean lost) {}

  BentoAdapter(AdapterManifest manifest, Path program, AdapterCalls calls) {
    this.manifest = manifest;
    this.program = program;
    this.calls = calls;
  }

  /** The id: what its file is called after the prefix, and what it says itself. */
  public String id() {
    return manifest.adapterId();
  }

  /** What it says of itself. */
  public AdapterManifest manifest() {
    return manifest;
  }

  /** The file, as the entry of the path names it. */
  public Path program() {
    return program;
  }

  /** Whether it recognises the directory; asked at most once for each. */
  public boolean detect(Path dir) {
    return manifest.capabilities().detect() && detected.get(dir, () -> askDetect(dir));
  }

  private boolean askDetect(Path dir) {
    try {
      return calls.detect(dir);
    } catch (AdapterError e) {
      warn(e);
    } catch (InterruptedException e) {
      giveUp();
    }
    return false;
  }

  /**
   * What the project pins; asked at most once for each directory.
   *
   * @throws AdapterError the plugin answered with an error: the command is to end with its text
   */
  public Optional<Toolchain> requiredToolchain(Path dir) throws AdapterError {
    if (!manifest.capabilities().requiredToolchain()) {
      return Optional.empty();
    }
    Pin pin = pins.get(dir, () -> askPin(dir));
    if (pin.error().isPresent()) {
      throw pin.error().get();
    }
    return pin.toolchain();
  }

  private Pin askPin(Path dir) {
    try {
      return new Pin(calls.requiredToolchain(dir), Optional.empty(), false);
    } catch (AdapterError e) {
      if (e.is(BentoProtocol.METHOD_NOT_FOUND)) {
        // The capability is on unless it is switched off, so not everybody means it.
        return new Pin(Optional.empty(), Optional.empty(), false);
      }
      if (e.kind() == AdapterError.Kind.ANSWERED) {
        return new Pin(Optional.empty(), Optional.of(e), true);
      }
      warn(e);
    } catch (InterruptedException e) {
      giveUp();
    }
    return new Pin(Optional.empty(), Optional.empty(), true);
  }

  /** What toolchain is really there, in the tool's own words; asked at most once. */
  public Optional<String> resolvedToolchainFingerprint() {
    return manifest.capabilities().resolvedToolchainFingerprint()
        ? fingerprint.get("", this::askFingerprint).text()
        : Optional.empty();
  }

  private Fingerprint askFingerprint() {
    try {
      return new Fingerprint(calls.resolvedToolchainFingerprint(), false);
    } catch (AdapterError e) {
      warn(e);
      return new Fingerprint(Optional.empty(), !e.is(BentoProtocol.METHOD_NOT_FOUND));
    } catch (InterruptedException e) {
      giveUp();
      return new Fingerprint(Optional.empty(), true);
    }
  }

  /**
   * Whether an answer about the toolchain was asked for and lost, so that no key of the dish is to
   * be trusted (2.9): that about what the dish pins, or that of {@link #lostFingerprint}.
   */
  public boolean lostToolchain(Path dir) {
    return pins.known(dir).map(Pin::lost).orElse(false) || lostFingerprint();
  }

  /**
   * Whether the fingerprint was asked for and lost; of no account for a dish that does not use it.
   */
  public boolean lostFingerprint() {
    return fingerprint.known("").map(Fingerprint::lost).orElse(false);
  }

  /**
   * Installs the dependencies of a dish; its output goes to the log as it comes.
   *
   * @throws AdapterError it did not succeed, with the text for the user
   * @throws InterruptedException the plugin may still be at it and is asked nothing more
   */
  public void install(Path dir, String name) throws AdapterError, InterruptedException {
    if (manifest.capabilities().install()) {
      try {
        calls.install(dir, name);
      } catch (InterruptedException e) {
        calls.link().abandon();
        throw e;
      }
    }
  }

  /**
   * What the plugin finds in the output of a task's re-run; nothing, and not even asked, if the
   * task's hook does not name the plugin as the parser.
   */
  public List<Diagnostic> parseDiagnostics(DiagnosticsRequest request) {
    if (!manifest.parses(request.taskName())) {
      return List.of();
    }
    try {
      return calls.parseDiagnostics(request);
    } catch (AdapterError e) {
      warn(e);
    } catch (InterruptedException e) {
      giveUp();
    }
    return List.of();
  }

  private void giveUp() {
    calls.link().abandon();
    Thread.currentThread().interrupt();
  }

  /** A death is news once, however many dishes ask the dead. */
  private void warn(AdapterError error) {
    boolean news = !error.isFatal() || deathTold.compareAndSet(false, true);
    calls.link().log(news ? LogLevel.WARN : LogLevel.DEBUG, error.getMessage());
  }
}
