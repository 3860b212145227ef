package io.polyplug.conformance.proof.hostile;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The program behind a delegate, which knows no messages: it reads its input, prints the number of
 * its argument, and exits. Each start is one run, good or with the sin that its folder names. What
 * an adapter is to sin is committed by the adapter, and here all is good then. Of one thread.
 */
final class DelegateProgram {
  /** More than a host keeps of an output. */
  private static final int TOO_MANY_CHUNKS = 1_000_000 / Mouth.CHUNK + 1;

  private final int number;
  private final Mouth mouth = new Mouth(true);
  private final Diary diary;

  private DelegateProgram(int number, Diary diary) {
    this.number = number;
    this.diary = diary;
  }

  /** Runs once; returns if it is to exit well. */
  static void run(String argument, Diary diary) throws IOException, InterruptedException {
    int number = Hostile.number(argument);
    DelegateProgram program = new DelegateProgram(number, diary);
    @Nullable Sin sin = number == Hostile.GOOD ? null : diary.sin();
    if (sin == null || !program.commits(sin)) {
      program.read();
      program.answer();
    }
  }

  private void read() throws IOException {
    new FileInputStream(FileDescriptor.in).readAllBytes();
  }

  private void answer() throws IOException {
    mouth.say(said());
  }

  private String said() {
    return "number ".concat(Integer.toString(number));
  }

  /** Whether the run is dealt with here. */
  private boolean commits(Sin sin) throws IOException, InterruptedException {
    switch (sin) {
      case EXITS_AT_ONCE -> exit();
      case SILENT, NEVER_READS -> stay();
      case GARBAGE_FIRST -> {
        mouth.spit("Loading the program, please wait ...\n");
        answerAfterThat();
      }
      case HALF_FRAME_THEN_SILENCE -> {
        mouth.spit("numb");
        stay();
      }
      case HALF_FRAME_THEN_EXIT -> {
        mouth.spit("numb");
        exit();
      }
      case ENDLESS_LINE -> {
        diary.confess();
        mouth.drone('x', Integer.MAX_VALUE);
      }
      case OVERSIZE_FRAME -> {
        answerAfterThat();
        mouth.drone('x', TOO_MANY_CHUNKS);
      }
      case INVALID_UTF8 -> {
        mouth.spit(new byte[] {(byte) 0xff, (byte) 0xc3, '\n'});
        answerAfterThat();
      }
      case ANSWERS_UNREAD -> {
        diary.confess();
        answer();
      }
      case FLOODS_STDOUT -> {
        mouth.flood();
        answerAfterThat();
      }
      case FLOODS_STDERR -> {
        Mouth.floodErrors();
        answerAfterThat();
      }
      case CRASH_IN_CALL -> {
        read();
        exit();
      }
      case KILLED_IN_CALL -> {
        Offspring.start(Hostile.KILL, ProcessBuilder.Redirect.DISCARD, diary);
        stay();
      }
      case FORKS_AND_EXITS -> {
        Offspring.start(Hostile.LINGER, ProcessBuilder.Redirect.INHERIT, diary);
        exit();
      }
      case FORKS_QUIETLY -> {
        Offspring.start(Hostile.LINGER, ProcessBuilder.Redirect.DISCARD, diary);
        answerAfterThat();
      }
      case SLOW_ANSWER -> {
        read();
        stay();
      }
      case CLOSES_STDOUT -> {
        mouth.close();
        stay();
      }
      case OK_THEN_EXIT_7 -> {
        answer();
        exit();
      }
      case IGNORES_TERM -> {
        Sinner.ignoreTerm();
        stay();
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private void answerAfterThat() throws IOException {
    diary.confess();
    read();
    answer();
  }

  private void exit() throws IOException {
    diary.confess();
    Sinner.exit();
  }

  private void stay() throws IOException, InterruptedException {
    diary.confess();
    Sinner.stay();
  }
}
