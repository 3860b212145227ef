/*
 * The child of every measurement: a JSON-RPC server that does next to nothing, fast enough not to
 * be what is measured. It trusts its input, which only ever comes from the benchmarks.
 *
 *   echo cl      Content-Length frames      echo nd      one message per line
 *   echo exit    ends at once               echo idle    waits for the end of its input
 *
 * A request is answered with its own params. The requests of MCP are answered as a server of an
 * earlier revision with one tool would. The notification "flood" with {"count":N} is answered with N notifications.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Frames are spliced into this and go out when the input holds no whole frame any more. */
#define FLUSH_AT (256 << 10)
#define READ_MOST (1 << 20)
#define FIRST_TICK 100000000L

typedef struct {
  const char *at;
  size_t length;
} slice;

static int lines;
static char *out;
static size_t out_used, out_room;

static void die(const char *why) {
  fprintf(stderr, "echo: %s\n", why);
  exit(1);
}

static void flush(void) {
  size_t done = 0;
  while (done < out_used) {
    ssize_t count = write(1, out + done, out_used - done);
    if (count < 0 && errno != EINTR) exit(0);
    if (count > 0) done += (size_t)count;
  }
  out_used = 0;
}

static char *room(size_t more) {
  if (out_used + more > out_room) {
    out_room = (out_used + more) * 2;
    out = realloc(out, out_room);
    if (!out) die("no memory");
  }
  return out + out_used;
}

static void put(const char *bytes, size_t length) {
  memcpy(room(length), bytes, length);
  out_used += length;
}

/* A number in decimal digits; sprintf would be a fourth of all that is done for a small message. */
static void put_number(size_t number) {
  char digits[20];
  int at = sizeof digits;
  do digits[--at] = (char)('0' + number % 10); while (number /= 10);
  put(digits + at, sizeof digits - (size_t)at);
}

/* One frame made of these parts, the delimiters included. */
static void frame(const slice *parts, int count) {
  size_t length = 0;
  for (int i = 0; i < count; i++) length += parts[i].length;
  room(length + 64);
  if (!lines) {
    put("Content-Length: ", 16);
    put_number(length);
    put("\r\n\r\n", 4);
  }
  for (int i = 0; i < count; i++) put(parts[i].at, parts[i].length);
  if (lines) put("\n", 1);
  if (out_used >= FLUSH_AT) flush();
}

/* The end of the string that begins at the quote; memchr is why 64 KiB cost little. */
static const char *after_string(const char *at, const char *end) {
  const char *quote = at;
  while ((quote = memchr(quote + 1, '"', (size_t)(end - quote - 1)))) {
    const char *back = quote;
    while (back[-1] == '\\') back--;
    if (((quote - back) & 1) == 0) return quote + 1;
  }
  die("a string without an end");
  return end;
}

static const char *after_value(const char *at, const char *end) {
  int depth = 0;
  while (at < end) {
    switch (*at) {
      case '"': at = after_string(at, end); break;
      case '{': case '[': depth++; at++; break;
      case '}': case ']':
        if (depth == 0) return at;
        depth--; at++; break;
      case ',': if (depth == 0) return at; at++; break;
      default: at++; continue;
    }
    if (depth == 0) return at;
  }
  return at;
}

static slice literal(const char *text) { return (slice){text, strlen(text)}; }

static int is(slice value, const char *text) {
  return value.length == strlen(text) && memcmp(value.at, text, value.length) == 0;
}

static void flood(slice params) {
  const char *count_at = memmem(params.at, params.length, "\"count\":", 8);
  long count = count_at ? atol(count_at + 8) : 0;
  for (long n = 0; n < count; n++) {
    char body[96];
    int length = sprintf(body, "{\"jsonrpc\":\"2.0\",\"method\":\"tick\",\"params\":{\"n\":%ld}}",
                         FIRST_TICK + n);
    frame(&(slice){body, (size_t)length}, 1);
  }
}

static void reply(slice id, slice before, slice value, slice after) {
  slice parts[] = {literal("{\"jsonrpc\":\"2.0\",\"id\":"), id, literal(",\"result\":"), before,
                   value, after, literal("}")};
  frame(parts, 7);
}

/* What a server of an earlier revision says to a question that it does not know. */
static void not_found(slice id) {
  slice parts[] = {literal("{\"jsonrpc\":\"2.0\",\"id\":"), id,
                   literal(",\"error\":{\"code\":-32601,\"message\":\"Method not found\"}}")};
  frame(parts, 3);
}

static void message(const char *at, const char *end) {
  slice id = {0}, method = {0}, params = literal("null"), none = {"", 0};
  at++;
  while (at < end && *at == '"') {
    const char *key = at;
    const char *value = after_string(at, end) + 1;
    at = after_value(value, end);
    slice found = {value, (size_t)(at - value)};
    slice name = {key, (size_t)(value - 1 - key)};
    if (is(name, "\"id\"")) id = found;
    else if (is(name, "\"method\"")) method = found;
    else if (is(name, "\"params\"")) params = found;
    if (at < end && *at == ',') at++;
  }
  if (id.length == 0) {
    if (is(method, "\"flood\"")) flood(params);
  } else if (is(method, "\"server/discover\"")) {
    not_found(id);
  } else if (is(method, "\"initialize\"")) {
    reply(id, none,
          literal("{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},"
                  "\"serverInfo\":{\"name\":\"echo\",\"version\":\"1\"}}"), none);
  } else if (is(method, "\"tools/list\"")) {
    reply(id, none,
          literal("{\"tools\":[{\"name\":\"echo\",\"inputSchema\":{\"type\":\"object\"}}]}"), none);
  } else if (is(method, "\"tools/call\"")) {
    /* The published server calls it a message. */
    const char *text = memmem(params.at, params.length, "\"text\":\"", 8);
    size_t name = 7;
    if (!text) {
      text = memmem(params.at, params.length, "\"message\":\"", 11);
      name = 10;
    }
    if (!text) die("a tools/call without a text");
    text += name;
    slice said = {text, (size_t)(after_string(text, end) - text)};
    reply(id, literal("{\"content\":[{\"type\":\"text\",\"text\":"), said,
          literal("}],\"isError\":false}"));
  } else {
    reply(id, none, params, none);
  }
}

/* Takes one frame from the buffer: how many bytes it was, or 0 if it is not whole. */
static size_t take(const char *buffer, size_t used) {
  if (lines) {
    const char *feed = memchr(buffer, '\n', used);
    if (!feed) return 0;
    if (feed > buffer) message(buffer, feed);
    return (size_t)(feed + 1 - buffer);
  }
  const char *body = memmem(buffer, used, "\r\n\r\n", 4);
  if (!body) return 0;
  const char *digits = memchr(buffer, ':', used);
  if (!digits) die("a header without a colon");
  size_t length = strtoul(digits + 1, NULL, 10);
  size_t header = (size_t)(body + 4 - buffer);
  if (used < header + length) return 0;
  message(body + 4, body + 4 + length);
  return header + length;
}

static void serve(void) {
  size_t held = READ_MOST, start = 0, end = 0;
  char *in = malloc(held);
  if (!in) die("no memory");
  while (1) {
    if (start == end) start = end = 0;
    if (held - end < READ_MOST / 2) {
      memmove(in, in + start, end - start);
      end -= start;
      start = 0;
      if (held - end < READ_MOST / 2 && !(in = realloc(in, held *= 2))) die("no memory");
    }
    ssize_t count = read(0, in + end, held - end);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;
    end += (size_t)count;
    for (size_t taken; start < end && (taken = take(in + start, end - start)); start += taken) {}
    flush();
  }
}

int main(int count, char **arguments) {
  const char *mode = count > 1 ? arguments[1] : "";
  if (strcmp(mode, "exit") == 0) return 0;
  if (strcmp(mode, "idle") == 0) {
    char ignored[64];
    while (read(0, ignored, sizeof ignored) > 0) {}
    return 0;
  }
  lines = strcmp(mode, "nd") == 0;
  if (!lines && strcmp(mode, "cl") != 0) die("expected cl, nd, exit or idle");
  serve();
  return 0;
}
