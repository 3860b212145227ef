// What all tabs of a browser share: one event stream. A browser has six connections to a host for all of them; with a stream for each tab the
// seventh would wait for ever.

import { Hub } from "/hub.js";
import { client } from "/http.js";

let hub;

self.onconnect = ({ ports: [port] }) => {
  const listening = new Map();
  const leave = (number) => {
    listening.get(number)?.();
    listening.delete(number);
  };
  const bye = () => [...listening.keys()].forEach(leave);
  port.onmessage = ({ data }) => {
    switch (data.what) {
      case "listen":
        hub ??= new Hub(client(data.token));
        listening.set(
          data.number,
          hub.listen(data.kinds, (kind, text) => port.postMessage({ number: data.number, kind, text })),
        );
        break;
      case "leave":
        leave(data.number);
        break;
      case "bye":
        bye();
        break;
      case "lock":
        // The tab has it as long as it lives, however it ends.
        navigator.locks.request(data.name, bye);
        break;
    }
  };
};
