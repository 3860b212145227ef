package io.polyplug.conformance.bento;

import io.polyplug.base.UntrustedText;
import io.polyplug.bento.protocol.BentoProtocol;
import io.polyplug.conformance.Members;
import io.polyplug.conformance.Stage;
import io.polyplug.conformance.Verdict;
import io.polyplug.conformance.Violation;
import io.polyplug.conformance.rpc.Reply;

/** What an adapter says of itself (2.5, 2.10). */
final class TellAxes {
  private static final int FUTURE_VERSION = 99;

  private TellAxes() {}

  static Verdict handshake(Stage stage) {
    AdapterTalk talk = AdapterTalk.begin(stage);
    if (talk.manifest().displayName().isBlank()) {
      throw new Violation("its manifest has an empty \"display_name\"");
    }
    return new Verdict.Passed(String.join("; ", talk.warnings()));
  }

  static Verdict identity(Stage stage) {
    String expected = stage.subject().info().id();
    String id = AdapterTalk.begin(stage).manifest().adapterId();
    if (!id.equals(expected)) {
      throw new Violation(
          "its adapter_id is \"%s\", expected \"%s\" as in the name of its file"
              .formatted(UntrustedText.excerpt(id, 80), UntrustedText.excerpt(expected, 80)));
    }
    return Verdict.passed();
  }

  static Verdict version(Stage stage) {
    Reply reply =
        AdapterTalk.start(stage, BentoProtocol.framing())
            .call(BentoProtocol.INITIALIZE, AdapterTalk.greeting(FUTURE_VERSION));
    if (reply.isError()) {
      return Verdict.passed();
    }
    long own =
        Members.of("its manifest", reply.objectOrFail()).whole("protocol_version").orElse(0L);
    if (own != BentoProtocol.VERSION) {
      throw new Violation(
          "to a host of version %d it says that its version is %d, expected an error or %d"
              .formatted(FUTURE_VERSION, own, BentoProtocol.VERSION));
    }
    return new Verdict.Passed("it leaves it to the host to refuse it");
  }
}
