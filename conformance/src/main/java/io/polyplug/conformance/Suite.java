package io.polyplug.conformance;

import java.util.List;

/** The axes of one contract. Stateless; safe from any thread. */
public interface Suite {
  /** An axis and how it is tested. */
  record Entry(Axis axis, Check check) {
    public static Entry of(int number, String id, String title, Check check) {
      return new Entry(new Axis(number, id, title), check);
    }
  }

  /** The id of the contract. */
  String contract();

  /** All axes, in their order. */
  List<Entry> entries();
}
