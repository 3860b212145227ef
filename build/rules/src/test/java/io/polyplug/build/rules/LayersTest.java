package io.polyplug.build.rules;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Dependencies point down only; the core knows no contract. */
class LayersTest {
  private static final List<String> CONTRACTS =
      List.of("rune", "bowire", "ainb", "bab", "mcp", "bento", "own");
  private static final JavaClasses ALL =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.polyplug");

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
          .check(ALL);
    }
  }

  @Test
  void baseKnowsNothing() {
    onlyUses("base", "java..", "org.jspecify..");
  }

  @Test
  void wireKnowsNoProcessAndNoContract() {
    onlyUses(
        "wire",
        "java..",
        "javax.net.ssl..",
        "org.jspecify..",
        "org.apache.hc.core5..",
        "io.polyplug.base..",
        "tools.jackson.core..");
  }

  @Test
  void processKnowsNoJsonAndNoPlugin() {
    onlyUses("process", "java..", "org.jspecify..", "io.polyplug.base..");
  }

  @Test
  void hostKnowsNoParticularContract() {
    onlyUses(
        "host",
        "java..",
        "org.jspecify..",
        "io.polyplug.base..",
        "io.polyplug.wire..",
        "io.polyplug.process..",
        "tools.jackson..");
  }

  @Test
  void thoseWhoWritePluginsNeedTheMessagesAndNoHost() {
    onlyUses(
        "sdk",
        "java..",
        "com.sun.net.httpserver..",
        "org.jspecify..",
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
        .check(ALL);
  }

  @Test
  void aContractKnowsTheHostButNoOtherContractAndNoApp() {
    for (String contract : CONTRACTS) {
      onlyUses(
          contract,
          "java..",
          // Only values of an application's own types are bound by it.
          contract.equals("own") ? "tools.jackson.databind.." : "java..",
          "javax.net.ssl..",
          "org.jspecify..",
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
  void onlyTheManifestOfBabKnowsYaml() {
    noClasses()
        .that()
        .haveNameNotMatching(".*\\.Yaml[^.]*")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.snakeyaml..")
        .check(ALL);
  }

  @Test
  void onlyTheBridgeOfBabKnowsTheCompilerOfTypeScript() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.polyplug.bab.bridge..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("com.caoccao..")
        .check(ALL);
  }

  @Test
  void theServersSideOfMcpNeedsNoHost() {
    onlyUses(
        "mcp.server",
        "java..",
        "org.jspecify..",
        "io.polyplug.base..",
        "io.polyplug.wire..",
        "io.polyplug.mcp.protocol..",
        "tools.jackson.core..");
  }

  @Test
  void theGatewayKnowsTheHostAndTheTwoContractsThatSpeakMcp() {
    onlyUses(
        "gateway",
        "java..",
        "org.jspecify..",
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
    onlyUses("door", "java..", "org.jspecify..", "io.polyplug.base..", "org.eclipse.jetty..");
  }

  @Test
  void onlyThePlainConnectionAndTheFetchServiceOfAinbKnowTheHttpLibrary() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.polyplug.ainb.net..")
        .and()
        .doNotHaveFullyQualifiedName("io.polyplug.wire.PlainConnection")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.apache.hc..")
        .check(ALL);
  }

  @Test
  void theMonorepoKnowsTheHostAndTheOneContractOfLanguages() {
    onlyUses(
        "monorepo",
        "java..",
        "javax.crypto..",
        "javax.net.ssl..",
        "org.jspecify..",
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
    slices().matching("io.polyplug.monorepo.(*)..").should().beFreeOfCycles().check(ALL);
  }

  @Test
  void theStoreKnowsTheHostButNoContractAndNoProcess() {
    onlyUses(
        "install",
        "java..",
        "javax.net.ssl..",
        "org.jspecify..",
        "io.polyplug.base..",
        "io.polyplug.wire..",
        "io.polyplug.host..",
        "org.apache.commons.compress..",
        "tools.jackson.core..");
  }

  @Test
  void theConformanceKitKnowsHostAndContractsButNoApp() {
    onlyUses(
        "conformance",
        "java..",
        "org.jspecify..",
        "io.polyplug.base..",
        "io.polyplug.wire..",
        "io.polyplug.process..",
        "io.polyplug.host..",
        "io.polyplug.own..",
        "io.polyplug.rune..",
        "io.polyplug.bowire..",
        "io.polyplug.ainb..",
        "io.polyplug.bab..",
        "io.polyplug.bento..",
        "io.polyplug.mcp..",
        "tools.jackson.core..");
  }

  @Test
  void theTestKitKnowsHostContractsAndSdkButNoApp() {
    onlyUses(
        "testkit",
        "java..",
        "jdk.management..",
        "org.jspecify..",
        "io.polyplug.base..",
        "io.polyplug.wire..",
        "io.polyplug.process..",
        "io.polyplug.host..",
        "io.polyplug.sdk",
        "io.polyplug.own..",
        "io.polyplug.rune..",
        "io.polyplug.bowire..",
        "io.polyplug.ainb..",
        "io.polyplug.bab..",
        "io.polyplug.bento..",
        "io.polyplug.mcp..",
        "tools.jackson.core..");
  }

  @Test
  void theWorkbenchKnowsTheHostAndTheStoreAndOfContractsOnlyTheOneWithScreens() {
    onlyUses(
        "workbench",
        "java..",
        "org.jspecify..",
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
  void onlyTheCountsOfTheWorkbenchKnowPrometheus() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.polyplug.workbench.metrics..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.micrometer..", "io.prometheus..")
        .check(ALL);
  }

  @Test
  void onlyTheTracingOfTheCommandKnowsOpenTelemetry() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.polyplug.cli.tracing..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.opentelemetry..")
        .check(ALL);
  }

  @Test
  void theTerminalKnowsTheHostAndTheOneContractWithScreens() {
    onlyUses(
        "terminal",
        "java..",
        "javax.imageio..",
        "org.jspecify..",
        "io.polyplug.base..",
        "io.polyplug.wire..",
        "io.polyplug.host..",
        "io.polyplug.ainb..",
        "org.jline..",
        "tools.jackson.core..");
  }

  @Test
  void ofTheProgramOnlyWhatShowsScreensAndFramesLoadsTheTerminal() {
    noClasses()
        .that()
        .resideInAPackage("io.polyplug.cli..")
        .and()
        .haveSimpleNameNotEndingWith("Screens")
        .and()
        .doNotHaveSimpleName("FrameFormat")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.polyplug.terminal..", "org.jline..")
        .check(ALL);
  }

  @Test
  void whatFetchesKnowsNothingOfTheStore() {
    onlyUses("install.web", "java..", "javax.net.ssl..", "org.jspecify..", "io.polyplug.base..");
    onlyUses(
        "install.oci",
        "java..",
        "org.jspecify..",
        "io.polyplug.base..",
        "io.polyplug.wire..",
        "io.polyplug.install.web..");
  }

  @Test
  void theMessagesOfAContractNeedOnlyTheWire() {
    for (String contract : CONTRACTS) {
      onlyUses(
          contract + ".protocol",
          "java..",
          "org.jspecify..",
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
          .check(ALL);
    }
  }

  @Test
  void modulesHaveNoCycles() {
    slices().matching("io.polyplug.(*)..").should().beFreeOfCycles().check(ALL);
  }

  @Test
  void namesSayWhatAThingIs() {
    noClasses()
        .should()
        .haveSimpleNameEndingWith("Utils")
        .orShould()
        .haveSimpleNameEndingWith("Util")
        .orShould()
        .haveSimpleNameEndingWith("Helper")
        .orShould()
        .haveSimpleNameEndingWith("Manager")
        .orShould()
        .haveSimpleNameEndingWith("Impl")
        .check(ALL);
  }

  @Test
  void nothingEndsTheJvmButPrograms() {
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName("io.polyplug.cli.Main")
        .and()
        .doNotHaveFullyQualifiedName("io.polyplug.sdk.internal.Program")
        .should()
        .callMethod(System.class, "exit", int.class)
        .check(ALL);
  }

  private static void onlyUses(String module, String... packages) {
    String own = "io.polyplug." + module + "..";
    String[] allowed = Arrays.copyOf(packages, packages.length + 1);
    allowed[packages.length] = own;
    classes()
        .that()
        .resideInAPackage(own)
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(allowed)
        // That there is something at all is a check of its own.
        .allowEmptyShould(true)
        .check(ALL);
  }
}
