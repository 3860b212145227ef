package io.polyplug.monorepo.key;

import java.util.List;

/**
 * What a hash is made of besides the content of files, and which files of the dish these are: those
 * that match the inputs, but neither the outputs nor the derived globs.
 */
public sealed interface HashRequest permits KeyRequest, SignatureRequest {
  /** Globs, those of fingerprint files included. */
  List<String> inputs();

  List<String> outputs();

  List<String> derived();

  /** Everything but the files. */
  void begin(ByteStream stream);

  /** What goes before the content of a file. */
  void file(ByteStream stream, byte[] path, long length);

  /** Tells this request from others. */
  void describe(Mix mix);
}
