package io.polyplug.bento;

import io.polyplug.bento.protocol.BentoProtocol;
import io.polyplug.bento.protocol.WrongShape;

/** A manifest of another version of the contract, of which nothing more is read. */
final class OtherVersion extends WrongShape {
  private static final long serialVersionUID = 1;

  OtherVersion(int theirs) {
    super(
        "it speaks protocol version " + theirs + " and this host version " + BentoProtocol.VERSION);
  }
}
