package io.polyplug.monorepo.remote;

import io.polyplug.base.Clock;
import io.polyplug.monorepo.WorkspaceProblem;
import io.polyplug.monorepo.config.RepositorySettings.RemoteSettings;
import io.polyplug.monorepo.store.LocalStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** Two machines with stores of their own, and warnings that are kept. */
final class RemoteStage {
  static final String TOKEN = "s3cr3t-t0ken";
  static final String KEY = "0123456789abcdef".repeat(4);
  static final RemoteTimes PATIENT =
      new RemoteTimes(Duration.ofSeconds(30), Duration.ofSeconds(30), Duration.ofMillis(1));
  static final RemoteTimes HASTY =
      new RemoteTimes(Duration.ofSeconds(30), Duration.ofSeconds(1), Duration.ofMillis(1));

  final Path folder;
  final LocalStore here;
  final LocalStore there;
  final List<String> warnings = new CopyOnWriteArrayList<>();

  RemoteStage(Path folder) {
    this.folder = folder;
    here = new LocalStore(folder.resolve("here"), Clock.system());
    there = new LocalStore(folder.resolve("there"), Clock.system());
  }

  static RemoteSettings settings(String address) {
    return new RemoteSettings(
        Optional.of(address), "us-east-1", Optional.empty(), "BENTO_CACHE_TOKEN", false);
  }

  RemoteCache open(String address, RemoteTimes times) throws WorkspaceProblem {
    Map<String, String> environment = Map.of("BENTO_CACHE_TOKEN", TOKEN + "\n");
    return RemoteCaches.open(settings(address), environment, folder, warnings::add, true, times)
        .orElseThrow();
  }

  RemoteTier tier(LocalStore store, RemoteCache remote) {
    return new RemoteTier(store, remote, warnings::add);
  }

  static String key(int number) {
    return "%064x".formatted(number);
  }

  Path keep(String key) throws IOException {
    byte[] said = ("said " + key).getBytes(StandardCharsets.UTF_8);
    here.store(key, said, new byte[0], List.of(), List.of());
    return here.bundle(key);
  }
}
