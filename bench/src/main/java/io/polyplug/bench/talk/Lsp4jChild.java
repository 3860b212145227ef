package io.polyplug.bench.talk;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.eclipse.lsp4j.jsonrpc.Launcher;

/** LSP4J's launcher over the streams of a {@link Process}, which the JDK buffers for it. */
public record Lsp4jChild<T>(Process process, ExecutorService executor, T remote)
    implements AutoCloseable {
  /** Starts the echo child and listens. */
  public static <T> Lsp4jChild<T> start(Path program, Class<T> remote, Object local)
      throws IOException {
    Process process =
        new ProcessBuilder(program.toString(), Protocol.PLAIN.mode())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    ExecutorService executor = Executors.newCachedThreadPool();
    Launcher<T> launcher =
        new Launcher.Builder<T>()
            .setLocalService(local)
            .setRemoteInterface(remote)
            .setInput(process.getInputStream())
            .setOutput(process.getOutputStream())
            .setExecutorService(executor)
            .create();
    var _ = launcher.startListening();
    return new Lsp4jChild<>(process, executor, launcher.getRemoteProxy());
  }

  @Override
  public void close() {
    process.destroyForcibly();
    executor.shutdownNow();
  }
}
