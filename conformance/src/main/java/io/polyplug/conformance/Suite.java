package io.polyplug.conformance;

import java.util.List;

/** The axes of one contract. Stateless; safe from any thread. */
public interface Suite {
  /** An axis and how it is tested. */
  record Entry(Axis axis, Check check) {}

  /** The id of the contract. */
  String contract();

  /** All axes, in their order. */
  List<Entry> entries();
}
