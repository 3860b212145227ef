package io.polyplug.process.internal;

import io.polyplug.process.LaunchFailure;

/** Is told of each start, so that no process exists that nobody knows of. */
interface LaunchObserver {
  LaunchObserver NOBODY =
      new LaunchObserver() {
        @Override
        public boolean wantsPipe() {
          return false;
        }

        @Override
        public int held() {
          return ChildPipes.NONE;
        }

        @Override
        public void starting(String pipe) {}

        @Override
        public void failed(String pipe) {}

        @Override
        public void started(String pipe, TrackedChild child) {}
      };

  /** Whether the name of the pipe is worth finding out. */
  boolean wantsPipe();

  /** A process is about to be started whose stdin or stdout will be this pipe; empty if neither. */
  void starting(String pipe) throws LaunchFailure;

  /**
   * After that: the descriptor that the new process is to hold until it has loaded its program, so
   * that whoever is at the other end knows it by then; NONE if there is none.
   */
  int held();

  /** It was not. */
  void failed(String pipe);

  /** It was; if the observer throws, the child is ended. */
  void started(String pipe, TrackedChild child) throws LaunchFailure;
}
