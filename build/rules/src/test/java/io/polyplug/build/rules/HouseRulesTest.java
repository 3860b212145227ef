package io.polyplug.build.rules;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import org.junit.jupiter.api.Test;

/** Rules of the house that hold in every module alike. */
class HouseRulesTest {
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
        .check(Product.CLASSES);
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
        .check(Product.CLASSES);
  }
}
