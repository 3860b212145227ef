package io.polyplug.monorepo.key;

import java.util.List;

/**
 * The content signature of a dish.
 *
 * @param parts what goes before the files, as {@link SignatureParts} makes it
 * @param inputs of the dish and of all its tasks, and the fingerprint files
 * @param outputs of all its tasks
 */
public record SignatureRequest(
    List<String> parts, List<String> inputs, List<String> outputs, List<String> derived)
    implements HashRequest {
  public SignatureRequest {
    parts = List.copyOf(parts);
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
    derived = List.copyOf(derived);
  }

  @Override
  public void begin(ByteStream stream) {
    for (String part : parts) {
      stream.text(part);
    }
  }

  @Override
  public void file(ByteStream stream, byte[] path, long length) {
    stream.number(path.length);
    stream.bytes(path, path.length);
    stream.number(length);
  }

  @Override
  public void describe(Mix mix) {
    mix.add(2);
    mix.add(parts);
    mix.add(inputs);
    mix.add(outputs);
    mix.add(derived);
  }
}
