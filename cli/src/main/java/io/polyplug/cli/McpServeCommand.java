package io.polyplug.cli;

import io.polyplug.bab.BabContract;
import io.polyplug.bab.DelegateLog;
import io.polyplug.base.Clock;
import io.polyplug.base.UntrustedText;
import io.polyplug.gateway.Gateway;
import io.polyplug.host.HostBuilder;
import io.polyplug.host.PluginHost;
import io.polyplug.mcp.protocol.McpDialect;
import io.polyplug.mcp.server.StreamServer;
import io.polyplug.process.StandardInput;
import io.polyplug.process.StandardOutput;
import io.polyplug.wire.ByteSink;
import io.polyplug.wire.ByteSource;
import io.polyplug.wire.EndReason;
import io.polyplug.wire.StreamTransport;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.BindException;
import java.nio.file.FileSystems;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * {@code polyplug mcp serve}: every tool of every enabled plugin as one MCP server, on standard
 * input and output or on an address of this machine. Ends with its client or a signal, and ends its
 * plugins first.
 */
final class McpServeCommand implements Command {
  static final String TOKEN_VARIABLE = "POLYPLUG_MCP_TOKEN";

  /** How long answers may take after a client has closed its side: scripts do, and still read. */
  private static final Duration AFTER_INPUT = Duration.ofSeconds(2);

  @Override
  public CommandSpec specification(String name) {
    CommandSpec spec =
        CommonOptions.command(
            name,
            "Serves every tool of every enabled plugin as one MCP server: to the program that"
                + " started it, over standard input and output, or over HTTP.",
            "What plugins write to standard error goes to standard error, with the plugin's id.");
    spec.addOption(
        OptionSpec.builder("--http")
            .paramLabel("PORT")
            .type(Integer.class)
            .description(
                "Serves at http://127.0.0.1:PORT/mcp instead; 0 takes a free port. Clients must"
                    + " send the token that is printed, or the one in "
                    + TOKEN_VARIABLE
                    + ".")
            .build());
    spec.addOption(
        OptionSpec.builder("--only")
            .paramLabel("GLOB")
            .type(List.class)
            .auxiliaryTypes(String.class)
            .arity("1")
            .description("Offers only tools whose names match, such as 'echo_*'. May be repeated.")
            .build());
    return spec;
  }

  @Override
  public int run(Given given, Surroundings around) throws Exception {
    Optional<Integer> port = port(given);
    List<String> only = only(given);
    CountDownLatch stop = new CountDownLatch(1);
    StopSignals.onFirst(stop::countDown);
    try (HostConsole console =
        new HostConsole(around.printer(), given.has("--verbose")).holding()) {
      serve(port, only, given, around, console, stop);
    }
    return ExitCode.OK;
  }

  private static void serve(
      Optional<Integer> port,
      List<String> only,
      Given given,
      Surroundings around,
      HostConsole console,
      CountDownLatch stop)
      throws Exception {
    HostBuilder builder = CommonOptions.builder(given, around);
    if (given.has("--verbose")) {
      builder.listener(console::hear);
    } else {
      builder.listenerWithoutCalls(console::hear);
    }
    try (PluginHost host = builder.build()) {
      console.of(host, log(host, around));
      try (Gateway gateway =
          new Gateway(host, Main.version(), around.environment(), only, console::problem)) {
        if (port.isPresent()) {
          overHttp(gateway, port.get(), around, stop);
        } else {
          overLines(gateway, around, console, stop);
        }
      }
    }
  }

  /** With delegates the log is theirs, as programs that read it know it. */
  private static @Nullable DelegateLog log(PluginHost host, Surroundings around) {
    boolean delegates =
        host.plugins().stream().anyMatch(it -> it.info().contract().equals(BabContract.ID));
    return delegates
        ? new DelegateLog(around.environment(), Clock.system(), around.printer()::aside)
        : null;
  }

  private static List<String> only(Given given) {
    List<String> globs = given.list("--only");
    for (String glob : globs) {
      try {
        FileSystems.getDefault().getPathMatcher("glob:" + glob);
      } catch (PatternSyntaxException e) {
        throw new UsageProblem(
            "--only: expected a glob such as 'echo_*', found " + UntrustedText.escape(glob));
      }
    }
    return globs;
  }

  private static Optional<Integer> port(Given given) {
    Optional<Integer> port =
        Optional.ofNullable(given.command().matchedOptionValue("--http", (Integer) null));
    if (port.isPresent() && (port.get() < 0 || port.get() > 65_535)) {
      throw new UsageProblem("--http: expected a port from 0 to 65535, found " + port.get());
    }
    if (port.isEmpty() && given.has("--json")) {
      throw new UsageProblem("--json needs --http: standard output belongs to the client");
    }
    return port;
  }

  private static void overLines(
      Gateway gateway, Surroundings around, HostConsole console, CountDownLatch stop)
      throws IOException, InterruptedException {
    CompletableFuture<StreamServer> serving = new CompletableFuture<>();
    CountDownLatch written = new CountDownLatch(1);
    StreamTransport transport =
        new StreamTransport(
            "mcp",
            new Lingering(around.stdin(), serving, written),
            new Output(around.printer().rawOutput(), written),
            McpDialect.LINES,
            Clock.system(),
            null);
    try (StreamServer server = gateway.serve(transport)) {
      serving.complete(server);
      var _ =
          server
              .ended()
              .thenAccept(
                  reason -> {
                    complain(reason, console);
                    stop.countDown();
                  });
      stop.await();
    }
  }

  /** A client that just goes is nothing to tell; one that was cut off would never know why. */
  private static void complain(EndReason reason, HostConsole console) {
    if (reason.kind() != EndReason.Kind.END_OF_STREAM && reason.kind() != EndReason.Kind.CLOSED) {
      console.problem("The client was cut off: " + reason.sentence());
    }
  }

  private static void overHttp(Gateway gateway, int port, Surroundings around, CountDownLatch stop)
      throws IOException, InterruptedException {
    Optional<String> given =
        Optional.ofNullable(around.environment().get(TOKEN_VARIABLE)).filter(it -> !it.isBlank());
    String token = given.orElseGet(McpServeCommand::newToken);
    Printer printer = around.printer();
    try (Gateway.HttpGateway http = gateway.serveHttp(port, Optional.of(token))) {
      if (printer.wantsJson()) {
        printer.document(
            out -> {
              out.writeBooleanProperty("ok", true);
              out.writeStringProperty("url", http.url());
              out.writeStringProperty("token", token);
              out.writeNumberProperty("pid", ProcessHandle.current().pid());
            });
      } else {
        printer.line("polyplug serves MCP at " + http.url());
        printer.line(
            given.isPresent()
                ? "token: the one in " + TOKEN_VARIABLE
                : "token: " + token + "  (send it as: Authorization: Bearer …)");
      }
      stop.await();
    } catch (BindException e) {
      throw new UsageProblem(
          "--http: port " + port + " is not free: " + UntrustedText.escape(e.getMessage()));
    }
  }

  private static String newToken() {
    byte[] bytes = new byte[24];
    new SecureRandom().nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /**
   * Tells the end of the input only when what was asked before it is answered and written. The
   * program's own input can be waited for with a limit, so that whoever answers reads on.
   */
  private record Lingering(
      InputStream in, CompletableFuture<StreamServer> serving, CountDownLatch written)
      implements ByteSource {
    @Override
    public boolean canBeBrief() {
      return System.in.equals(in) && StandardInput.canBeAwaited();
    }

    @Override
    public int read(byte[] target, int from, int length, Duration atMost) throws IOException {
      return in.available() > 0 || StandardInput.await(atMost) ? read(target, from, length) : 0;
    }

    @Override
    public int read(byte[] target, int from, int length) throws IOException {
      int count = in.read(target, from, length);
      if (count < 0) {
        try {
          serving.get().finish(AFTER_INPUT);
          written.await(AFTER_INPUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
          // It never began: nothing is owed to anybody.
        }
      }
      return count;
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  /**
   * Writes an answer on the thread that made it where that cannot block: to wake another thread for
   * it takes longer than a quick tool. Tells when the last of it is written.
   */
  private record Output(OutputStream out, CountDownLatch written) implements ByteSink {
    @Override
    public int offer(byte[] bytes, int from, int length) throws IOException {
      if (!StandardOutput.takesAtOnce(length)) {
        return 0;
      }
      out.write(bytes, from, length);
      return length;
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      out.write(bytes, from, length);
    }

    @Override
    public void flush() throws IOException {
      out.flush();
    }

    @Override
    public void close() throws IOException {
      out.close();
      written.countDown();
    }
  }
}
