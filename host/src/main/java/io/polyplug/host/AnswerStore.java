package io.polyplug.host;

import java.util.Optional;

/**
 * Small answers remembered between runs, so that a list need not start a plugin again. Losing one
 * costs a start, never correctness: a store may forget at any time and never fails a caller.
 */
public interface AnswerStore {
  /** Remembers nothing. */
  AnswerStore NONE =
      new AnswerStore() {
        @Override
        public Optional<byte[]> get(String key) {
          return Optional.empty();
        }

        @Override
        public void put(String key, byte[] answer) {}
      };

  /** The answer under that key, if it is remembered. */
  Optional<byte[]> get(String key);

  /** Remembers an answer, if it can. */
  void put(String key, byte[] answer);
}
