package io.polyplug.conformance.proof;

/** The interface of the contract of an application's own that is proved. */
public interface Questioned {
  /** Says who answers which call. */
  String ask(String what);
}
