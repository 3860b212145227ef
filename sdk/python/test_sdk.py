import http.client
import json
import os
import subprocess
import sys
import tempfile
import threading
import unittest
from dataclasses import dataclass
from typing import Annotated, Dict, List, Optional, Set, TypedDict

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from polyplug_sdk import Call, Picture, Plugin, Size, ToolError

SAMPLE = [sys.executable, "-W", "error", os.path.join(HERE, "sample.py")]


@dataclass
class Zone:
    name: str
    offset: float = 0.0


class Place(TypedDict):
    city: str


def schema(function):
    plugin = Plugin("test")
    plugin.tool("it")(function)
    return plugin.tools["it"].schema


def sample(*words, text=""):
    return subprocess.run([*SAMPLE, *words], input=text.encode(), capture_output=True, timeout=30)


class SchemaTest(unittest.TestCase):
    def test_a_signature_is_the_schema(self):
        def it(a: str, b: int = 2, c: Annotated[bool, "Really."] = False, *, d: float, call): ...
        self.assertEqual(schema(it), {
            "type": "object",
            "properties": {"a": {"type": "string"}, "b": {"type": "integer", "default": 2},
                           "c": {"type": "boolean", "description": "Really.", "default": False},
                           "d": {"type": "number"}},
            "required": ["a", "d"]})

    def test_hints_may_be_nested(self):
        def it(zone: Zone, place: Place, all: List[Zone], maybe: Optional[int], open: dict, any): ...
        found = schema(it)["properties"]
        zone = {"type": "object", "required": ["name"], "properties": {
            "name": {"type": "string"}, "offset": {"type": "number"}}}
        self.assertEqual(found["zone"], zone)
        self.assertEqual(found["place"], {"type": "object", "required": ["city"],
                                          "properties": {"city": {"type": "string"}}})
        self.assertEqual(found["all"], {"type": "array", "items": zone})
        self.assertEqual(found["maybe"], {"anyOf": [{"type": "integer"}, {"type": "null"}]})
        self.assertEqual((found["open"], found["any"]), ({"type": "object"}, {}))

    def test_a_handler_gets_dataclasses(self):
        plugin = Plugin("test")

        @plugin.tool("it")
        def it(zone: Zone, all: List[Zone], one: Optional[Zone] = None,
               some: Optional[List[Zone]] = None, named: Dict[str, Zone] = {}, seen: Set[int] = ()):
            return [zone, all, one, some, named, seen]

        value = {"zone": {"name": "a", "offset": 1}, "all": [{"name": "b"}], "one": {"name": "c"},
                 "some": [{"name": "d"}], "named": {"name": {"name": "e"}}, "seen": [1, 1]}
        self.assertEqual(plugin.tools["it"].run(value, Call("test")),
                         [Zone("a", 1.0), [Zone("b")], Zone("c"), [Zone("d")],
                          {"name": {"name": "e"}}, {1}])

    def test_input_that_does_not_fit_names_the_member(self):
        plugin = Plugin("test")

        @plugin.tool("it")
        def it(zone: Zone, all: List[int] = ()):
            self.fail("the handler must not run")

        for value, told in [
                ({}, "zone is missing"), ([], "the input must be of type object"),
                ({"zone": 1}, "zone must be of type object, but is of type integer"),
                ({"zone": {}}, "zone.name is missing"),
                ({"zone": {"name": True}}, "zone.name must be of type string"),
                ({"zone": {"name": ""}, "all": [1, True]}, r"all\[1\] must be of type integer"),
                ({"zone": {"name": ""}, "all": [1.5]}, r"all\[0\] must be of type integer")]:
            with self.subTest(value=value), self.assertRaisesRegex(ToolError, told) as caught:
                plugin.tools["it"].run(value, Call("test"))
            self.assertEqual(caught.exception.code, "invalid_input")

    def test_a_schema_of_ones_own_gives_the_whole_input(self):
        plugin = Plugin("test")
        plugin.tool("it", input={"type": "object", "required": ["a"]})(lambda input: input)
        self.assertEqual(plugin.tools["it"].run({"a": 1, "b": 2}, Call("test")), {"a": 1, "b": 2})
        with self.assertRaisesRegex(ToolError, "a is missing"):
            plugin.tools["it"].run({}, Call("test"))

    def test_two_tools_of_one_name_are_refused(self):
        plugin = Plugin("test")
        plugin.tool("it")(lambda: None)
        with self.assertRaisesRegex(ValueError, "two tools that are called it"):
            plugin.stream("it")(lambda: None)


class PictureTest(unittest.TestCase):
    def test_what_is_outside_is_cut_off_and_the_last_paint_wins(self):
        picture = Picture(Size(2, 1))
        picture.text(-1, 0, "abcd")
        picture.put(0, 0, "x", bg=(1, 2, 3), reversed=True)
        picture.text(0, 1, "no")
        self.assertEqual(picture.buffer()["cells"], [
            [{"x": 0, "y": 0}, {"symbol": "x", "bg": {"r": 1, "g": 2, "b": 3}, "modifier": 16}],
            [{"x": 1, "y": 0}, {"symbol": "c", "modifier": 0}]])


class CommandLineTest(unittest.TestCase):
    def test_describe(self):
        found = json.loads(sample("--describe").stdout)
        self.assertEqual([found["name"], found["screens"], found["adapter"]],
                         ["sample", ["board"], True])
        self.assertEqual([tool["kind"] for tool in found["tools"]].count("unary"), 6)

    def test_a_tool_as_a_command(self):
        for words, text, code, out, err in [
                (["echo"], '{"text":"ab"}', 0, b'{"text":"ab","length":2}\n', b""),
                (["echo"], "plain", 0, b'{"text":"plain","length":5}\n', b""),
                (["count"], '{"to":2}', 0, b'[{"n":1},{"n":2}]\n', b""),
                (["fail"], '{"code":"a","message":"b"}', 1, b"", b"a: b\n"),
                (["nothing"], "", 1, b"", b"not_found: sample has no tool nothing\n"),
                (["share"], "x", 1, b"", b"unsupported: host.publish is not possible under "
                                         b"a command line\n")]:
            with self.subTest(words=words, text=text):
                run = sample("--tool", *words, text=text)
                self.assertEqual((run.returncode, run.stdout, run.stderr), (code, out, err))

    def test_what_a_plugin_prints_goes_to_standard_error(self):
        source = ("import subprocess\nfrom polyplug_sdk import Plugin\nplugin = Plugin('loud')\n"
                  "@plugin.tool('shout')\ndef shout():\n    print('hey')\n"
                  "    subprocess.run(['sh', '-c', 'echo ho; cat'])\n    return 1\nplugin.serve()\n")
        lines = [{"type": "handshake", "protocol_version": "rterm.plugin.v1"},
                 {"type": "request", "request_id": "r", "tool_name": "shout", "context": {}}]
        run = subprocess.run([sys.executable, "-c", source], cwd=HERE, capture_output=True, timeout=30,
                             input="".join(json.dumps(line) + "\n" for line in lines).encode())
        self.assertEqual(json.loads(run.stdout.splitlines()[1])["output"], 1)
        self.assertEqual(len(run.stdout.splitlines()), 2)
        self.assertEqual(sorted(run.stderr.split()), [b"hey", b"ho"])

    def test_written_files_are_written_again_and_others_are_kept(self):
        with tempfile.TemporaryDirectory() as folder:
            for contract, name in [("rune", "rterm-plugin.json"), ("bowire", "sidecar.json"),
                                   ("mcp", "mcp.json"), ("ainb", "manifest.toml"),
                                   ("bento", "bento-adapter-sample"), ("bab", "manifest.yaml")]:
                with self.subTest(contract=contract):
                    path = os.path.join(folder, name)
                    self.assertEqual(sample("--write", contract, folder).returncode, 0)
                    again = sample("--write", contract, folder, "--command", "new'word")
                    self.assertEqual((again.returncode, again.stderr), (0, b""))
                    if name != "manifest.toml":
                        with open(path) as file:
                            self.assertIn("new'", file.read())
                    with open(path, "w") as file:
                        file.write("mine")
                    refused = sample("--write", contract, folder)
                    self.assertEqual(refused.returncode, 2)
                    self.assertIn(name.encode(), refused.stderr)
            self.assertEqual(sample("--write", "other", folder).returncode, 2)

    def test_a_program_of_ones_own_is_kept(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "sample"), "w") as file:
                file.write("mine")
            self.assertEqual(sample("--write", "ainb", folder).returncode, 0)
            with open(os.path.join(folder, "sample")) as file:
                self.assertEqual(file.read(), "mine")


class HttpTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.process = subprocess.Popen([*SAMPLE, "--http", "0"], stderr=subprocess.PIPE)
        line = cls.process.stderr.readline().decode()
        assert line.startswith("listening on http://127.0.0.1:"), line
        cls.port = int(line.rsplit(":", 1)[1])

    @classmethod
    def tearDownClass(cls):
        cls.process.kill()
        cls.process.wait()
        cls.process.stderr.close()

    def post(self, path, message, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            text = message if isinstance(message, str) else json.dumps(message)
            connection.request("POST", path, text, {"Content-Type": "application/json", **named})
            answer = connection.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read().decode()
        finally:
            connection.close()

    def rpc(self, path, method, params, **headers):
        message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        status, _, text = self.post(path, message, **headers)
        return status, json.loads(text)

    def test_bowire_answers_and_tells_events(self):
        events = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        self.addCleanup(events.close)
        events.request("GET", "/", headers={"Accept": "text/event-stream"})
        stream = events.getresponse()
        self.assertEqual(stream.getheader("Content-Type"), "text/event-stream")
        _, hello = self.rpc("/", "initialize", {"hostVersion": "1", "expectedProtocolId": "sample"})
        self.assertEqual(hello["result"]["id"], "sample")
        asked = {"service": "sample", "method": "count", "jsonMessages": ['{"to":2}'], "streamId": "s"}
        self.assertEqual(self.rpc("/", "invokeStream", asked)[1]["result"], {"streamId": "s"})
        seen = []
        while len(seen) < 3:
            line = stream.readline()
            if line.startswith(b"data: "):
                seen.append(json.loads(line[6:])["method"])
        self.assertEqual(seen, ["$/stream/data", "$/stream/data", "$/stream/end"])

    def test_bowire_refuses_what_is_no_json(self):
        self.assertEqual(self.post("/", "{")[0], 400)

    def test_mcp_with_a_session(self):
        hello = {"jsonrpc": "2.0", "id": 1, "method": "initialize",
                 "params": {"protocolVersion": "2025-06-18", "capabilities": {}}}
        status, headers, text = self.post("/mcp", hello)
        self.assertEqual((status, json.loads(text)["result"]["protocolVersion"]), (200, "2025-06-18"))
        session = headers["Mcp-Session-Id"]
        call = {"name": "count", "arguments": {"to": 2}, "_meta": {"progressToken": 1}}
        message = {"jsonrpc": "2.0", "id": "x", "method": "tools/call", "params": call}
        status, headers, text = self.post("/mcp", message, Mcp_Session_Id=session,
                                          Accept="application/json, text/event-stream")
        self.assertEqual((status, headers["Content-Type"]), (200, "text/event-stream"))
        sent = [json.loads(line[6:]) for line in text.split("\n") if line.startswith("data: ")]
        self.assertEqual([one.get("method", one.get("id")) for one in sent],
                         ["notifications/progress"] * 2 + ["x"])
        status, reply = self.rpc("/mcp", "tools/call", call, Mcp_Session_Id=session)
        self.assertEqual((status, reply["result"]["isError"]), (200, False))
        self.assertEqual(self.rpc("/mcp", "tools/list", {}, Mcp_Session_Id="other")[0], 404)
        self.assertEqual(self.rpc("/mcp", "tools/list", {})[0], 400)

    def test_mcp_cancels_by_a_notification(self):
        _, headers, _ = self.post("/mcp", {
            "jsonrpc": "2.0", "id": 1, "method": "initialize",
            "params": {"protocolVersion": "2025-06-18", "capabilities": {}}})
        session, answers = headers["Mcp-Session-Id"], []
        call = {"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "wait"}}
        waiting = threading.Thread(target=lambda: answers.append(
            self.post("/mcp", call, Mcp_Session_Id=session)))
        waiting.start()
        while waiting.is_alive():  # the call may not have begun when the first one comes
            cancel = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 7}}
            self.assertEqual(self.post("/mcp", cancel, Mcp_Session_Id=session)[0], 202)
            waiting.join(0.05)
        self.assertEqual((answers[0][0], answers[0][2]), (202, ""))

    def test_mcp_without_a_session(self):
        prefix = "io.modelcontextprotocol/"
        meta = {prefix + "protocolVersion": "2026-07-28", prefix + "clientCapabilities": {}}
        headers = {"MCP_Protocol_Version": "2026-07-28", "Mcp_Method": "tools/call", "Mcp_Name": "echo"}
        call = {"name": "echo", "arguments": {"text": "ab"}, "_meta": meta}
        status, reply = self.rpc("/mcp", "tools/call", call, **headers)
        self.assertEqual((status, reply["result"]["structuredContent"]["text"]), (200, "ab"))
        status, reply = self.rpc("/mcp", "tools/call", call, **{**headers, "Mcp_Name": "fail"})
        self.assertEqual((status, reply["error"]["code"]), (400, -32020))
        status, reply = self.rpc("/mcp", "nothing", {"_meta": meta}, **{**headers, "Mcp_Method": "nothing"})
        self.assertEqual((status, reply["error"]["code"]), (404, -32601))

    def test_pages_of_other_sites_are_refused(self):
        for headers in ({"Origin": "http://example.org"}, {"Host": "example.org"}):
            self.assertEqual(self.post("/mcp", {}, **headers)[0], 403)
            self.assertEqual(self.post("/", {}, **headers)[0], 403)


if __name__ == "__main__":
    unittest.main()
