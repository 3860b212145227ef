package io.polyplug.conformance.own;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.conformance.Programs;
import io.polyplug.conformance.Report;
import io.polyplug.conformance.Subject;
import io.polyplug.conformance.Suite;
import io.polyplug.conformance.Trial;
import io.polyplug.conformance.Verdict;
import io.polyplug.host.PluginHost;
import io.polyplug.host.PluginInfo;
import io.polyplug.own.InterfaceContract;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A plugin that breaks one rule fails the axis of that rule and no other. */
class OwnSuiteTest {
  /** What plugins do. */
  public interface Greeter {
    String greet(String name);

    String relay(String text);
  }

  /** What they may call. */
  public interface Crowd {
    String shout(String text);
  }

  private static final InterfaceContract CONTRACT =
      InterfaceContract.of("acme.greeter", 1, Greeter.class)
          .callbacks(Crowd.class, _ -> text -> text)
          .capability("shout", Crowd.class)
          .build();

  private static final Suite SUITE = OwnSuite.of(CONTRACT);

  @TempDir Path folder;

  @Test
  void aPluginWithoutSinFailsNothing() throws Exception {
    Report report = Trial.run(SUITE, sinner("none"));

    assertThat(Trial.axes(report, Verdict.Failed.class)).as(Trial.shown(report)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "other-version, handshake",
    "no-relay, methods wrong-arguments",
    "wrong-result, methods",
    "unknown-is-null, unknown-method",
    "takes-anything, wrong-arguments",
    "dies-when-denied, callbacks-denied",
    "noise, framing",
    "mangles, unicode",
    "no-shutdown, shutdown",
    "bad-exit, shutdown stdin-end",
  })
  void aSinFailsItsAxes(String sin, String axes) throws Exception {
    Trial.failsOnly(SUITE, sinner(sin), sin, axes);
  }

  @Test
  void theSampleOfTheSdkPasses() throws Exception {
    Path script = Path.of(System.getProperty("polyplug.root"), "sdk/python/sample.py");
    Report report = Trial.run(SUITE, subject("sample", script.toAbsolutePath().normalize(), ""));

    assertThat(Trial.axes(report, Verdict.Passed.class))
        .as(Trial.shown(report))
        .hasSameSizeAs(SUITE.entries());
  }

  private Subject sinner(String sin) throws Exception {
    return subject("sinner", Programs.copied("own-plugin.py", folder), sin);
  }

  private static Subject subject(String id, Path script, String argument) throws Exception {
    return new Subject(
        new PluginInfo(CONTRACT.id(), id, id, "", "", script, ""),
        Optional.empty(),
        Optional.of(
            Programs.started(script.getParent(), Programs.python(), script.toString(), argument)),
        PluginHost::builder);
  }
}
