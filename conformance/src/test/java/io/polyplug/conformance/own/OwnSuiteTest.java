package io.polyplug.conformance.own;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.polyplug.base.Clock;
import io.polyplug.conformance.AxisResult;
import io.polyplug.conformance.Conformance;
import io.polyplug.conformance.Report;
import io.polyplug.conformance.Subject;
import io.polyplug.conformance.Verdict;
import io.polyplug.host.PluginHost;
import io.polyplug.host.PluginInfo;
import io.polyplug.own.InterfaceContract;
import io.polyplug.process.Environment;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.ProgramLookup;
import io.polyplug.process.Spawner;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

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

  static Stream<Arguments> sins() {
    return Stream.of(
        Arguments.of("none", List.of()),
        Arguments.of("other-version", List.of("handshake")),
        Arguments.of("no-relay", List.of("methods", "wrong-arguments")),
        Arguments.of("wrong-result", List.of("methods")),
        Arguments.of("unknown-is-null", List.of("unknown-method")),
        Arguments.of("takes-anything", List.of("wrong-arguments")),
        Arguments.of("dies-when-denied", List.of("callbacks-denied")),
        Arguments.of("noise", List.of("framing")),
        Arguments.of("mangles", List.of("unicode")),
        Arguments.of("no-shutdown", List.of("shutdown")),
        Arguments.of("bad-exit", List.of("shutdown", "stdin-end")));
  }

  @ParameterizedTest
  @MethodSource("sins")
  void aSinFailsItsAxis(String sin, List<String> axes) throws Exception {
    Path script =
        Path.of(Objects.requireNonNull(OwnSuiteTest.class.getResource("sinner.py")).toURI());
    Report report = report("sinner", script, sin);
    assertThat(failed(report)).as(told(report)).isEqualTo(axes);
  }

  @Test
  void theSampleOfTheSdkPasses() throws Exception {
    Path script = Path.of(System.getProperty("polyplug.root"), "sdk/python/sample.py");
    Report report = report("sample", script.toAbsolutePath().normalize(), "");
    assertThat(failed(report)).as(told(report)).isEmpty();
    assertThat(report.results().stream().filter(it -> it.verdict() instanceof Verdict.Skipped))
        .as(told(report))
        .isEmpty();
  }

  private static Report report(String id, Path script, String argument) throws Exception {
    assumeTrue(ProgramLookup.ofHost().has("python3"), "python3 is not installed");
    ProcessSpec program =
        ProcessSpec.of(ProgramLookup.ofHost().find("python3"))
            .arguments(List.of(script.toString(), argument))
            .folder(script.getParent())
            .environment(Environment.empty().inheritAll())
            .build();
    Subject subject =
        new Subject(
            new PluginInfo(CONTRACT.id(), id, id, "", "", script, ""),
            Optional.empty(),
            Optional.of(program),
            PluginHost::builder);
    return new Conformance(Spawner.platform(), Clock.system())
        .run(OwnSuite.of(CONTRACT), subject, _ -> true, _ -> {});
  }

  private static String told(Report report) {
    return report.results().stream()
        .map(it -> it.axis().id() + ": " + it.verdict().word() + " " + it.verdict().sentence())
        .collect(Collectors.joining("; "));
  }

  private static List<String> failed(Report report) {
    return report.results().stream()
        .filter(it -> it.verdict() instanceof Verdict.Failed)
        .map(AxisResult::axis)
        .map(it -> it.id())
        .toList();
  }
}
