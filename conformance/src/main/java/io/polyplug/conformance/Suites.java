package io.polyplug.conformance;

import io.polyplug.conformance.ainb.AinbSuite;
import io.polyplug.conformance.bab.BabSuite;
import io.polyplug.conformance.bento.BentoSuite;
import io.polyplug.conformance.bowire.BowireSuite;
import io.polyplug.conformance.mcp.McpSuite;
import io.polyplug.conformance.rune.RuneSuite;
import java.util.List;
import java.util.Optional;

/** The suites that there are. */
public final class Suites {
  /** One for each contract. */
  public static final List<Suite> ALL =
      List.of(
          new RuneSuite(),
          new BowireSuite(),
          new AinbSuite(),
          new BentoSuite(),
          new BabSuite(),
          new McpSuite());

  private Suites() {}

  /** That of a contract; empty if there is none yet. */
  public static Optional<Suite> of(String contract) {
    return ALL.stream().filter(it -> it.contract().equals(contract)).findFirst();
  }
}
