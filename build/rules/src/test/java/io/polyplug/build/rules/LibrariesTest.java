package io.polyplug.build.rules;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleNameEndingWith;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import org.junit.jupiter.api.Test;

/**
 * A library is known to one place, so that it can be replaced there, and is loaded for it alone.
 */
class LibrariesTest {
  @Test
  void onlyTheManifestOfBabKnowsYaml() {
    knownOnlyTo(nameMatching(".*\\.Yaml[^.]*").forSubtype(), "org.snakeyaml..");
  }

  @Test
  void onlyTheBridgeOfBabKnowsTheCompilerOfTypeScript() {
    knownOnlyTo(resideInAPackage("io.polyplug.bab.bridge.."), "com.caoccao..");
  }

  @Test
  void onlyThePlainConnectionAndTheFetchServiceOfAinbKnowTheHttpLibrary() {
    knownOnlyTo(
        resideInAPackage("io.polyplug.ainb.net..").or(name("io.polyplug.wire.PlainConnection")),
        "org.apache.hc..");
  }

  @Test
  void onlyTheCountsOfTheWorkbenchKnowPrometheus() {
    knownOnlyTo(
        resideInAPackage("io.polyplug.workbench.metrics.."), "io.micrometer..", "io.prometheus..");
  }

  @Test
  void onlyTheTracingOfTheCommandKnowsOpenTelemetry() {
    knownOnlyTo(resideInAPackage("io.polyplug.cli.tracing.."), "io.opentelemetry..");
  }

  @Test
  void ofTheProgramOnlyWhatShowsScreensAndFramesLoadsTheTerminal() {
    knownOnlyTo(
        not(resideInAPackage("io.polyplug.cli.."))
            .or(simpleNameEndingWith("Screens"))
            .or(simpleName("FrameFormat")),
        "io.polyplug.terminal..",
        "org.jline..");
  }

  private static void knownOnlyTo(DescribedPredicate<? super JavaClass> place, String... packages) {
    noClasses()
        .that(not(place))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(packages)
        .check(Product.CLASSES);
  }
}
