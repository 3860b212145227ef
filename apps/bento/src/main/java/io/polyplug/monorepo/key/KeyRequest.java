package io.polyplug.monorepo.key;

import java.util.List;

/**
 * The key of a task, as section 6.5 of the contract has it.
 *
 * @param extras in the order of the contract
 * @param inputs the task's inputs and the adapter's fingerprint files
 * @param outputs the task's own
 */
public record KeyRequest(
    List<Extra> extras, List<String> inputs, List<String> outputs, List<String> derived)
    implements HashRequest {
  private static final String PREFIX = "bento-cas-v3";

  public KeyRequest {
    extras = List.copyOf(extras);
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
    derived = List.copyOf(derived);
  }

  @Override
  public void begin(ByteStream stream) {
    stream.text(PREFIX);
    stream.zero();
    for (Extra extra : extras) {
      stream.text("extra:");
      stream.sized(extra.name());
      stream.sized(extra.value());
    }
  }

  @Override
  public void file(ByteStream stream, byte[] path, long length) {
    stream.text("file:");
    stream.bytes(path, path.length);
    stream.zero();
    stream.number(length);
  }

  @Override
  public void describe(Mix mix) {
    mix.add(1);
    mix.add(extras.size());
    for (Extra extra : extras) {
      mix.add(extra.name());
      mix.add(extra.value());
    }
    mix.add(inputs);
    mix.add(outputs);
    mix.add(derived);
  }
}
