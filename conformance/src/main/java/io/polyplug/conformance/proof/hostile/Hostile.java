package io.polyplug.conformance.proof.hostile;

import io.polyplug.wire.FrameDecoder;
import io.polyplug.wire.FramingException;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The program: {@code Hostile TONGUE NAME FOLDER}. It answers every call with its process and the
 * number that the call carries, and commits the sin that its folder names. Instead of a tongue it
 * may be told to be the program of a delegate, which then has an argument more. Of one thread.
 */
public final class Hostile {
  /** The first argument where it is the program behind a delegate and speaks no messages. */
  public static final String DELEGATE = "delegate";

  /** The only argument of a child that does nothing but stay. */
  static final String LINGER = "linger";

  /** The only argument of a child that kills its parent. */
  static final String KILL = "kill";

  /** What stands before the number of a call, wherever its contract has room for it. */
  public static final String NUMBER = "number-";

  /** The number of a call that every plugin answers well. */
  public static final int GOOD = 0;

  private final Tongue tongue;
  private final String name;
  private final Mouth mouth;
  private final Sinner sinner;
  private final FrameDecoder decoder;
  private final FileInputStream in = new FileInputStream(FileDescriptor.in);

  private Hostile(Tongue tongue, String name, Diary diary) throws IOException {
    this.tongue = tongue;
    this.name = name;
    this.mouth = new Mouth(tongue.lines());
    this.sinner = new Sinner(diary.sin(), tongue, name, mouth, diary);
    this.decoder = tongue.framing().decoder();
  }

  /** Runs until it is told to end, or its sin is to end otherwise. */
  public static void main(String[] words) throws Exception {
    switch (words[0]) {
      case LINGER -> Sinner.stay();
      case KILL -> ProcessHandle.current().parent().ifPresent(ProcessHandle::destroyForcibly);
      case DELEGATE -> {
        Diary diary = new Diary(Path.of(words[2]));
        diary.note(ProcessHandle.current().pid());
        DelegateProgram.run(words[3], diary);
      }
      default -> {
        Diary diary = new Diary(Path.of(words[2]));
        diary.note(ProcessHandle.current().pid());
        Hostile program = new Hostile(Tongue.valueOf(words[0]), words[1], diary);
        try {
          program.run();
        } catch (IOException gone) {
          Runtime.getRuntime().halt(1);
        }
      }
    }
  }

  private void run() throws IOException, FramingException, InterruptedException {
    sinner.start();
    byte[] body = next();
    while (body != null && goesOnAfter(new String(body, StandardCharsets.UTF_8))) {
      body = next();
    }
    if (sinner.stays()) {
      Sinner.stay();
    }
  }

  private byte @Nullable [] next() throws IOException, FramingException {
    byte[] body = decoder.next();
    while (body == null) {
      if (decoder.readFrom(in) < 0) {
        return null;
      }
      body = decoder.next();
    }
    return body;
  }

  /** Answers one message; whether another is waited for. */
  private boolean goesOnAfter(String body) throws IOException, InterruptedException {
    String quoted = TopMember.of(body, tongue.wordMember());
    String id = TopMember.of(body, tongue.idMember());
    // Without a name it answers what a sin has asked; without an id it wants no answer.
    if (quoted.isEmpty() || (id.isEmpty() && tongue != Tongue.RUNE)) {
      return true;
    }
    String word = quoted.substring(1, quoted.length() - 1);
    switch (tongue.moment(word)) {
      case HANDSHAKE -> {
        if (!sinner.handshake(id, word)) {
          mouth.say(tongue.introduction(id, word, name, false));
        }
        if (tongue == Tongue.RUNE) {
          sinner.idle();
        }
      }
      case CALL -> {
        call(id, body);
        return tongue != Tongue.RUNE;
      }
      case STREAM -> sinner.stream(id, body);
      case END -> {
        if (!sinner.stays()) {
          mouth.say(tongue.reply(id, "null"));
          return false;
        }
      }
      case OTHER, LAUNCH, START, ADAPTER -> mouth.say(tongue.reply(id, "{}"));
    }
    return true;
  }

  private void call(String id, String body) throws IOException, InterruptedException {
    int number = number(body);
    String said = said(number);
    if (number == GOOD || !sinner.call(id, said, body)) {
      mouth.say(tongue.reply(id, tongue.result(said)));
    }
    if (number == GOOD) {
      sinner.idle();
    }
  }

  /** What an answer says, so that nobody can take another one for it. */
  static String said(int number) {
    return Tongue.join(
        "pid ", Long.toString(ProcessHandle.current().pid()), " number ", Integer.toString(number));
  }

  static int number(String body) {
    int from = body.indexOf(NUMBER) + NUMBER.length();
    int to = from;
    while (to < body.length() && Character.isDigit(body.charAt(to))) {
      to++;
    }
    return Integer.parseInt(body.substring(from, to));
  }
}
