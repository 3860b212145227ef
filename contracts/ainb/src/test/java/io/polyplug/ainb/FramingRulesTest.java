package io.polyplug.ainb;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.host.PluginState;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Section 3 as seen from a plugin that writes strange things. */
class FramingRulesTest {
  private static final String NAMESPACE = "[provides]\ncli_namespaces = [\"x\"]";
  private static final String ANSWER = "{'stdout': '', 'stderr': '', 'exit_code': 0}";

  @TempDir Path folder;
  private Stage stage;

  @BeforeEach
  void open() throws Exception {
    stage = new Stage(folder);
  }

  @AfterEach
  void close() {
    stage.close();
  }

  /** A plugin that writes something when it is first called, and then answers. */
  private void start(String writes) throws Exception {
    stage.plugin(
        "odd",
        NAMESPACE,
        """
        def cli(params):
            %s
            return %s
        plugin.on("plugin/cli_dispatch", cli)
        plugin.serve()
        """
            .formatted(writes, ANSWER));
  }

  private void call() {
    stage.ainb("odd").cli("x", List.of(), Optional.empty());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "raw(b'debug print\\n')",
        "raw(b'Content-Length: 2\\n\\n{}')",
        "raw(b'Content-Length: 2\\r\\nContent-Type: x\\r\\n\\r\\n{}')",
        "raw(b'Content-Length: -1\\r\\n\\r\\n')",
        "raw(b'Content-Length: abc\\r\\n\\r\\n')",
        "raw(b'Content-Length: \\r\\n\\r\\n')",
        "raw(b'Content-Length: 16777217\\r\\n\\r\\n')",
        "raw(b'Content-Length 2\\r\\n\\r\\n{}')",
        "raw(b'\\r\\n{}')",
        "raw(b'Content-Length: 2\\xff\\r\\n\\r\\n{}')",
        "raw(b'x' * 9000)",
        "raw((b'Content-Length: 1' + b' ' * 100 + b'\\r\\n') * 100)",
        "raw(b'Content-Length: 10\\r\\n\\r\\n{}'); os._exit(0)",
        "raw(b'Content-'); os._exit(0)"
      })
  void aViolationKillsThePluginAndCountsAsACrash(String writes) throws Exception {
    start(writes);
    try {
      call();
    } catch (RuntimeException crashed) {
      assertThat(crashed).hasMessageContaining("odd");
    }
    stage.entered("odd", PluginState.BACKOFF, 1);
    assertThat(stage.plugin("odd").lastFailure()).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "frame(b'')",
        "frame(b'not json')",
        "frame(b'[1]')",
        "frame(b'[]')",
        "frame(b'7')",
        "frame(b'{\"method\":\"host/log\"}')",
        "frame(b'{\"jsonrpc\":\"1.0\",\"method\":\"host/log\"}')",
        "frame(b'{\"jsonrpc\":\"2.0\"}')",
        "frame(b'{\"jsonrpc\":\"2.0\",\"id\":99,\"result\":{}}')",
        "frame(b'\\xff\\xfe')",
        "raw(b'content-length:  2 \\r\\n\\r\\n{}')",
        "raw(b'Content-Length: 7\\r\\nContent-Length: 2\\r\\n\\r\\n{}')",
        "raw(b'Content-Length: 2' + b' ' * (8192 - 21) + b'\\r\\n\\r\\n{}')",
        "frame(b' ' * 16777216)"
      })
  void aGoodFrameWithABadBodyIsDroppedAndTheConnectionKept(String writes) throws Exception {
    start(writes);
    call();
    call();
    assertThat(stage.states("odd")).containsExactly(PluginState.STARTING, PluginState.RUNNING);
  }

  @Test
  void anEndWithCodeZeroIsACrash() throws Exception {
    start("sys.exit(0)");
    assertThat(org.assertj.core.api.Assertions.catchThrowable(this::call))
        .hasMessageContaining("plugin exited with code 0");
    stage.entered("odd", PluginState.BACKOFF, 1);
  }

  @Test
  void aFloodOnStandardErrorNeitherFreezesNorSpoilsAnything() throws Exception {
    start("os.write(2, b'y' * 5000000 + b'\\n'); [os.write(2, b'line\\n') for _ in range(200000)]");
    call();
    stage.line("odd", "line");
    assertThat(stage.plugin("odd").state()).isEqualTo(PluginState.RUNNING);
  }
}
