package io.polyplug.build.rules;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Dependencies point down only; the core knows no contract. */
class LayersTest {
  private static final List<String> CONTRACTS =
      List.of("rune", "bowire", "ainb", "bab", "mcp", "bento", "own");

  @Test
  void thereIsSomethingToCheck() {
    for (String module :
        new String[] {
          "base",
          "wire",
          "process",
          "host",
          "sdk",
          "rune",
          "bowire",
          "ainb",
          "bab",
          "bento",
          "own",
          "monorepo",
          "terminal",
          "door",
          "workbench",
          "install",
          "testkit",
          "conformance",
          "cli"
        }) {
      classes()
          .that()
          .resideInAPackage("io.polyplug." + module + "..")
          .should()
          .resideInAPackage("io.polyplug..")
          .allowEmptyShould(false)
          .check(Product.CLASSES);
    }
  }

  @Test
  void baseKnowsNothing() {
    onlyUses("base");
  }

  @Test
  void wireKnowsNoProcessAndNoContract() {
    onlyUses(
        "wire",
        "javax.net.ssl..",
        "org.apache.hc.core5..",
        "io.polyplug.base..",
        "tools.jackson.core..");
  }

  @Test
  void processKnowsNoJsonAndNoPlugin() {
    onlyUses("process", "io.polyplug.base..");
  }

  @Test
  void hostKnowsNoParticularContract() {
    onlyUses(
        "host",
        "io.polyplug.base..",
        "io.polyplug.wire..",
        "io.polyplug.process..",
        "tools.jackson..");
  }

  @Test
  void thoseWhoWritePluginsNeedTheMessagesAndNoHost() {
    onlyUses(
        "sdk",
        "com.sun.net.httpserver..",
        "io.polyplug.base..",
        "io.polyplug.wire..",
        "io.polyplug.ainb.protocol..",
        "io.polyplug.bento.protocol..",
        "io.polyplug.bowire.protocol..",
        "io.polyplug.mcp.protocol..",
        "io.polyplug.mcp.server..",
        "io.polyplug.own.protocol..",
        "io.polyplug.rune.protocol..",
        "tools.jackson.core..");
  }

  @Test
  void theHostNeverNamesAPeer() {
    noClasses()
        .that()
        .resideInAPackage("io.polyplug.host..")
        .should()
        .dependOnClassesThat()
        .haveFullyQualifiedName("io.polyplug.wire.Peer")
        .check(Product.CLASSES);
  }

  @Test
  void aContractKnowsTheHostButNoOtherContractAndNoApp() {
    for (String contract : CONTRACTS) {
      onlyUses(
          contract,
          // Only values of an application's own types are bound by it.
          contract.equals("own") ? "tools.jackson.databind.." : "java..",
          "javax.net.ssl..",
          "org.apache.hc.core5..",
          "org.snakeyaml.engine..",
          "com.caoccao.javet..",
          "io.polyplug.base..",
          "io.polyplug.wire..",
          "io.polyplug.process..",
          "io.polyplug.host..",
          "tools.jackson.core..");
    }
  }

  @Test
  void theServersSideOfMcpNeedsNoHost() {
    onlyUses(
        "mcp.server",
        "io.polyplug.base..",
        "io.polyplug.wire..",
        "io.polyplug.mcp.protocol..",
        "tools.jackson.core..");
  }

  @Test
  void theGatewayKnowsTheHostAndTheTwoContractsThatSpeakMcp() {
    onlyUses(
        "gateway",
        "io.polyplug.base..",
        "io.polyplug.wire..",
        "io.polyplug.host..",
        "io.polyplug.bab..",
        "io.polyplug.mcp..",
        "tools.jackson.core..",
        "io.polyplug.door..");
  }

  @Test
  void theDoorKnowsNothingOfWhatIsBehindIt() {
    onlyUses("door", "io.polyplug.base..", "org.eclipse.jetty..");
  }

  @Test
  void theMonorepoKnowsTheHostAndTheOneContractOfLanguages() {
    onlyUses(
        "monorepo",
        "javax.crypto..",
        "javax.net.ssl..",
        "io.polyplug.base..",
        "io.polyplug.wire..",
        "io.polyplug.process..",
        "io.polyplug.host",
        "io.polyplug.host.config..",
        "io.polyplug.bento..",
        "tools.jackson.core..");
  }

  @Test
  void whatTheMonorepoIsMadeOfHasNoCycles() {
    // The facade's own package is on top and at the bottom: it has the problems that all throw.
    slices()
        .matching("io.polyplug.monorepo.(*)..")
        .should()
        .beFreeOfCycles()
        .check(Product.CLASSES);
  }

  @Test
  void theStoreKnowsTheHostButNoContractAndNoProcess() {
    onlyUses(
        "install",
        "javax.net.ssl..",
        "io.polyplug.base..",
        "io.polyplug.wire..",
        "io.polyplug.host..",
        "org.apache.commons.compress..",
        "tools.jackson.core..");
  }

  @Test
  void theConformanceKitKnowsHostAndContractsButNoApp() {
    onlyUses("conformance", withHostAndContracts());
  }

  @Test
  void theTestKitKnowsHostContractsAndSdkButNoApp() {
    onlyUses("testkit", withHostAndContracts("jdk.management..", "io.polyplug.sdk"));
  }

  @Test
  void theWorkbenchKnowsTheHostAndTheStoreAndOfContractsOnlyTheOneWithScreens() {
    onlyUses(
        "workbench",
        "javax.xml.stream..",
        "io.polyplug.base..",
        "io.polyplug.wire..",
        "io.polyplug.process..",
        "io.polyplug.host..",
        "io.polyplug.install",
        "io.polyplug.conformance..",
        "io.polyplug.ainb..",
        "io.polyplug.door..",
        "io.micrometer..",
        "tools.jackson.core..");
  }

  @Test
  void theTerminalKnowsTheHostAndTheOneContractWithScreens() {
    onlyUses(
        "terminal",
        "javax.imageio..",
        "io.polyplug.base..",
        "io.polyplug.wire..",
        "io.polyplug.host..",
        "io.polyplug.ainb..",
        "org.jline..",
        "tools.jackson.core..");
  }

  @Test
  void whatFetchesKnowsNothingOfTheStore() {
    onlyUses("install.web", "javax.net.ssl..", "io.polyplug.base..");
    onlyUses(
        "install.oci", "io.polyplug.base..", "io.polyplug.wire..", "io.polyplug.install.web..");
  }

  @Test
  void theMessagesOfAContractNeedOnlyTheWire() {
    for (String contract : CONTRACTS) {
      onlyUses(
          contract + ".protocol",
          "io.polyplug.base..",
          "io.polyplug.wire..",
          "tools.jackson.core..");
    }
  }

  @Test
  void nobodyReachesIntoTheInternalsOfAnotherModule() {
    for (String module : new String[] {"wire", "process", "host", "sdk"}) {
      noClasses()
          .that()
          .resideOutsideOfPackage("io.polyplug." + module + "..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.polyplug." + module + ".internal..")
          .check(Product.CLASSES);
    }
  }

  @Test
  void modulesHaveNoCycles() {
    slices().matching("io.polyplug.(*)..").should().beFreeOfCycles().check(Product.CLASSES);
  }

  private static String[] withHostAndContracts(String... others) {
    Stream<String> core =
        Stream.of(
            "io.polyplug.base..",
            "io.polyplug.wire..",
            "io.polyplug.process..",
            "io.polyplug.host..",
            "tools.jackson.core..");
    Stream<String> contracts = CONTRACTS.stream().map(name -> "io.polyplug." + name + "..");
    return Stream.of(core, contracts, Stream.of(others)).flatMap(all -> all).toArray(String[]::new);
  }

  /** Whether a module uses nothing but itself, the JDK's base, nullness and these packages. */
  private static void onlyUses(String module, String... packages) {
    String own = "io.polyplug." + module + "..";
    classes()
        .that()
        .resideInAPackage(own)
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(packages).or(resideInAnyPackage(own, "java..", "org.jspecify..")))
        // That there is something at all is a check of its own.
        .allowEmptyShould(true)
        .check(Product.CLASSES);
  }
}
