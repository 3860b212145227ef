package io.polyplug.conformance.bab;

import io.polyplug.bab.BabContract;
import io.polyplug.conformance.Suite;
import java.util.List;

/** What the contract asks of a delegate. Its program is never run. */
public final class BabSuite implements Suite {
  private static final List<Entry> ENTRIES =
      List.of(
          Entry.of(1, "manifest", "has a manifest that is right", DelegateAxes::manifest),
          Entry.of(2, "adapter", "can be loaded", DelegateAxes::adapter),
          Entry.of(3, "roles", "has what its roles name", DelegateAxes::roles),
          Entry.of(4, "build-command", "makes the same command again", CommandAxes::build),
          Entry.of(5, "parse-result", "bears a program that fails", CommandAxes::failures),
          Entry.of(6, "unicode", "keeps any character", CommandAxes::unicode),
          Entry.of(7, "big-output", "bears a megabyte of output", CommandAxes::bigOutput),
          Entry.of(8, "environment", "passes on no secrets", CommandAxes::environment),
          Entry.of(9, "run", "answers", DelegateAxes::run));

  @Override
  public String contract() {
    return BabContract.ID;
  }

  @Override
  public List<Entry> entries() {
    return ENTRIES;
  }
}
