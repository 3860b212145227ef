package io.polyplug.wire;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentLengthStrategy;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.DefaultConnectionReuseStrategy;
import org.apache.hc.core5.http.impl.DefaultContentLengthStrategy;
import org.apache.hc.core5.http.impl.io.ChunkedInputStream;
import org.apache.hc.core5.http.impl.io.ContentLengthInputStream;
import org.apache.hc.core5.http.impl.io.DefaultHttpResponseParser;
import org.apache.hc.core5.http.impl.io.IdentityInputStream;
import org.apache.hc.core5.http.impl.io.SessionInputBufferImpl;
import org.apache.hc.core5.http.message.MessageSupport;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.jspecify.annotations.Nullable;

/**
 * One connection without TLS, for one POST at a time: the rules of HTTP are the library's, the
 * socket is ours. By one thread at a time, which an interrupt frees from every wait, closing the
 * connection; {@link #close} does the same from any thread.
 */
final class PlainConnection implements AutoCloseable {
  private static final int BUFFER = 8 << 10;
  private static final int MOST_INTERIM = 16;
  private static final Http1Config BOUNDS =
      Http1Config.custom().setMaxLineLength(16 << 10).setMaxHeaderCount(128).build();

  private final SocketChannel channel;
  private final OutputStream out;
  private final AnswerBytes in;
  private final SessionInputBufferImpl buffer =
      new SessionInputBufferImpl(BUFFER, BOUNDS.getMaxLineLength());
  private final DefaultHttpResponseParser parser = new DefaultHttpResponseParser(BOUNDS);

  /**
   * What a POST was answered with.
   *
   * @param reusable whether another POST may follow once the body was read to its end
   * @param body null if there is none, or none is left
   */
  record Answer(
      int status, @Nullable String location, boolean reusable, @Nullable InputStream body) {}

  PlainConnection(SocketChannel channel) {
    this.channel = channel;
    out = Channels.newOutputStream(channel);
    in = new AnswerBytes(Channels.newInputStream(channel));
  }

  /** Whether the other end has neither hung up nor said what nobody asked for. Does not wait. */
  boolean isQuiet() {
    if (buffer.hasBufferedData()) {
      return false;
    }
    try {
      channel.configureBlocking(false);
      int seen = channel.read(ByteBuffer.allocate(1));
      channel.configureBlocking(true);
      return seen == 0;
    } catch (IOException gone) {
      return false;
    }
  }

  Answer post(byte[] head, FrameBytes body) throws IOException {
    IOException unsent = send(head, body);
    in.head();
    try {
      ClassicHttpResponse answer = finalAnswer();
      boolean keep =
          unsent == null
              && DefaultConnectionReuseStrategy.INSTANCE.keepAlive(
                  null, answer, HttpCoreContext.create());
      Header location = answer.getFirstHeader("Location");
      return new Answer(
          answer.getCode(), location == null ? null : location.getValue(), keep, body(answer));
    } catch (MessageConstraintException large) {
      throw new IOException("the head of its answer is too large", large);
    } catch (HttpException wrong) {
      throw new IOException("its answer is not HTTP/1.1: " + wrong.getMessage(), wrong);
    } catch (IOException failure) {
      throw unsent == null ? failure : unsent;
    }
  }

  /**
   * What kept it from being sent whole, if anything did: a server that wants no more of it may have
   * said why before it hung up.
   */
  private @Nullable IOException send(byte[] head, FrameBytes body)
      throws ClosedByInterruptException {
    try {
      if (body.length() <= BUFFER) {
        byte[] both = Arrays.copyOf(head, head.length + body.length());
        System.arraycopy(body.array(), body.offset(), both, head.length, body.length());
        out.write(both);
      } else {
        out.write(head);
        out.write(body.array(), body.offset(), body.length());
      }
      return null;
    } catch (ClosedByInterruptException stopped) {
      throw stopped;
    } catch (IOException failure) {
      return failure;
    }
  }

  private ClassicHttpResponse finalAnswer() throws IOException, HttpException {
    for (int interim = 0; interim <= MOST_INTERIM; interim++) {
      ClassicHttpResponse answer = parser.parse(buffer, in);
      int status = answer.getCode();
      if (answer.getVersion().getMajor() != 1 || status < 100 || status > 999 || status == 101) {
        throw new HttpException("it begins with %s %s", answer.getVersion(), status);
      }
      if (status >= 200) {
        return answer;
      }
    }
    throw new IOException("more than " + MOST_INTERIM + " interim answers came instead of one");
  }

  private @Nullable InputStream body(ClassicHttpResponse answer) throws HttpException {
    long length =
        MessageSupport.canResponseHaveBody("POST", answer)
            ? DefaultContentLengthStrategy.INSTANCE.determineLength(answer)
            : 0;
    in.body(length == ContentLengthStrategy.UNDEFINED);
    if (length == 0) {
      return null;
    }
    if (length == ContentLengthStrategy.CHUNKED) {
      return new ChunkedInputStream(buffer, in, BOUNDS);
    }
    return length == ContentLengthStrategy.UNDEFINED
        ? new IdentityInputStream(buffer, in)
        : new ContentLengthInputStream(buffer, in, length);
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException alreadyGone) {
      // Then it is closed.
    }
  }
}
