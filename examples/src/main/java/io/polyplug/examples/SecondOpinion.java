package io.polyplug.examples;

import io.polyplug.bab.BabPlugin;
import io.polyplug.bab.DelegateFailure;
import io.polyplug.bab.DelegateRequest;
import io.polyplug.host.PluginHost;

/** An application that asks a delegate what it thinks of a change and can do without it. */
record SecondOpinion(PluginHost host) {
  /** What the delegate says, or why it says nothing. */
  String on(String change) {
    try {
      return host.plugin("critic")
          .as(BabPlugin.class)
          .delegate(DelegateRequest.of(change).withRole("codereviewer"))
          .content();
    } catch (DelegateFailure failure) {
      return "no opinion: " + failure.getMessage();
    }
  }
}
