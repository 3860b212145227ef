/*
 * A Bowire sidecar that streams as fast as it is read. It trusts its input, which only ever comes
 * from the benchmarks.
 *
 *   sidecar stdio    one message per line
 *   sidecar http     a service; writes its address as the first line of its output
 *
 * A stream of the method "N" has N messages.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#define CHUNK (64 << 10)

static int events = -1; /* where server-sent events go */

static void write_all(int fd, const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t count = write(fd, bytes, length);
    if (count <= 0) return;
    bytes += count;
    length -= (size_t)count;
  }
}

/* The text of a string member, copied; the benchmarks send no escapes in those that matter. */
static void member(const char *json, const char *name, char *value, size_t room) {
  char key[64];
  snprintf(key, sizeof key, "\"%s\":\"", name);
  const char *at = strstr(json, key);
  *value = 0;
  if (!at) return;
  at += strlen(key);
  size_t length = strcspn(at, "\"");
  if (length >= room) length = room - 1;
  memcpy(value, at, length);
  value[length] = 0;
}

static void stream(int fd, const char *prefix, const char *suffix, const char *id, long count) {
  char *out = malloc(CHUNK + 512);
  size_t used = 0;
  for (long i = 0; i < count; i++) {
    used += (size_t)sprintf(out + used,
        "%s{\"jsonrpc\":\"2.0\",\"method\":\"$/stream/data\",\"params\":{\"streamId\":\"%s\",\"message\":\"{\\\"tick\\\":%ld}\"}}%s",
        prefix, id, 100000000 + i, suffix);
    if (used >= CHUNK) {
      write_all(fd, out, used);
      used = 0;
    }
  }
  used += (size_t)sprintf(out + used,
      "%s{\"jsonrpc\":\"2.0\",\"method\":\"$/stream/end\",\"params\":{\"streamId\":\"%s\",\"error\":null}}%s", prefix, id, suffix);
  write_all(fd, out, used);
  free(out);
}

/* The reply to a request; whether a stream follows, and which. */
static int answer(const char *request, char *reply, size_t room, char *id, size_t id_room, long *count) {
  char method[64];
  member(request, "method", method, sizeof method);
  long number = strtol(strstr(request, "\"id\":") + 5, NULL, 10);
  const char *result = "true";
  if (!strcmp(method, "initialize"))
    result = "{\"id\":\"bench\",\"name\":\"Bench\",\"iconSvg\":\"\",\"settings\":[],\"protocolVersion\":1}";
  if (!strcmp(method, "discover")) result = "[]";
  snprintf(reply, room, "{\"jsonrpc\":\"2.0\",\"id\":%ld,\"result\":%s}", number, result);
  if (strcmp(method, "invokeStream")) return 0;
  char which[64];
  const char *params = strstr(request, "\"params\"");
  member(params, "streamId", id, id_room);
  member(params, "method", which, sizeof which);
  *count = atol(which);
  return 1;
}

static void stdio(void) {
  char *line = NULL;
  size_t room = 0;
  char reply[1024], id[128];
  long count;
  while (getline(&line, &room, stdin) > 0) {
    int streams = answer(line, reply, sizeof reply, id, sizeof id, &count);
    strcat(reply, "\n");
    write_all(1, reply, strlen(reply));
    if (streams) stream(1, "", "\n", id, count);
    if (strstr(line, "\"shutdown\"")) exit(0);
  }
}

static void *serve(void *of) {
  int fd = (int)(long)of;
  FILE *in = fdopen(fd, "r");
  char line[8192], reply[1024], head[1280], id[128];
  long count;
  while (fgets(line, sizeof line, in)) {
    int get = !strncmp(line, "GET", 3);
    size_t length = 0;
    while (fgets(line, sizeof line, in) && strcmp(line, "\r\n")) {
      if (!strncasecmp(line, "content-length:", 15)) length = (size_t)atol(line + 15);
    }
    if (get) {
      const char *begin = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n";
      write_all(fd, begin, strlen(begin));
      events = fd;
      return NULL;
    }
    char *body = calloc(1, length + 1);
    if (fread(body, 1, length, in) != length) break;
    int streams = answer(body, reply, sizeof reply, id, sizeof id, &count);
    free(body);
    snprintf(head, sizeof head, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s", strlen(reply), reply);
    write_all(fd, head, strlen(head));
    if (streams) stream(events, "data: ", "\n\n", id, count);
  }
  fclose(in);
  return NULL;
}

static void http(void) {
  int listening = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t length = sizeof address;
  if (bind(listening, (struct sockaddr *)&address, length) || listen(listening, 64)) exit(1);
  getsockname(listening, (struct sockaddr *)&address, &length);
  printf("http://127.0.0.1:%d/\n", ntohs(address.sin_port));
  fflush(stdout);
  for (;;) {
    int fd = accept(listening, NULL, NULL);
    pthread_t thread;
    if (fd >= 0 && !pthread_create(&thread, NULL, serve, (void *)(long)fd)) pthread_detach(thread);
  }
}

int main(int argc, char **argv) {
  if (argc > 1 && !strcmp(argv[1], "http")) http();
  else stdio();
  return 0;
}
