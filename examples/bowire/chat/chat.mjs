// A sidecar with a duplex channel: what is sent comes back in capitals until the send side is closed.
import { createInterface } from "node:readline";

const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\n");
const said = (channelId, message) => send({ method: "$/channel/data", params: { channelId, message } });

const methods = {
  initialize: () => ({ id: "chat", name: "Chat (JavaScript)", iconSvg: "", settings: [], protocolVersion: 1,
    capabilities: { discover: true, invoke: false, invokeStream: false, channels: true } }),
  discover: () => [{ name: "Chat", methods: [
    { name: "shout", methodType: "Duplex", summary: "Gives back what you say, in capitals." }] }],
  ping: () => "pong",
  shutdown: () => { setImmediate(() => process.exit(0)); return true; },
  openChannel: () => null,
  "channel.send": ({ channelId, message }) => { said(channelId, message.toUpperCase()); return null; },
  "channel.close": ({ channelId }) => {
    said(channelId, JSON.stringify("BYE"));
    send({ method: "$/channel/closed", params: { channelId } });
    return null;
  },
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  const handler = methods[method];
  send(handler ? { id, result: handler(params ?? {}) } : { id, error: { code: -32601, message: "no method " + method } });
}).on("close", () => process.exit(0));
