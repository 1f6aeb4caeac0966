/**
 * The sending end of a flood, a process of its own: `flood-process.ts '{"kind": …}'`. It floods until its input ends, then
 * prints a Sent as JSON.
 */
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { FloodOrder, Sent } from "./flood.ts";
import { addressOf, getRequest, openLine, postRequest, type Line } from "./flood-lines.ts";

const order = JSON.parse(process.argv[2] ?? "{}") as FloodOrder;
const { port } = order;
const began = performance.now();
const cpuBegan = process.cpuUsage();
const flood = { isOver: false };
let unsent = 0;
const statuses: Record<string, number> = {};
const note = (status: number) => (statuses[status] = (statuses[status] ?? 0) + 1);

let from = 0;
const nextAddress = () => addressOf((from += 1));

/** A client that sends the next request as soon as the response is complete. */
async function restless(requestOf: (n: number) => string, address: () => string): Promise<void> {
  const line = openLine(port, address);
  for (let n = 0; !flood.isOver; n += 1) {
    const status = await line.ask(requestOf(n));
    note(status);
    // Backs off when the server accepts no connections.
    if (status === 0) await sleep(100);
  }
  line.close();
}

/** A constant request rate, whatever the responses, over as many connections as that takes. */
async function steady(perSecond: number, most: number, requestOf: (n: number) => string) {
  const idle = Array.from({ length: most }, () => openLine(port, nextAddress));
  let sent = 0;
  const askOn = async (line: Line, request: string) => {
    note(await line.ask(request));
    idle.push(line);
  };
  while (!flood.isOver) {
    const due = ((performance.now() - began) / 1000) * perSecond;
    for (; sent + unsent < due;) {
      const line = idle.pop();
      if (line === undefined) {
        unsent += 1;
        continue;
      }
      sent += 1;
      void askOn(line, requestOf(sent));
    }
    await sleep(5);
  }
}

async function slowReader(path: string): Promise<void> {
  while (!flood.isOver) {
    const socket = connect({ port, host: "127.0.0.1", localAddress: nextAddress() });
    socket.on("error", () => undefined);
    socket.write(getRequest(path));
    socket.pause();
    const closed = once(socket, "close");
    while (!flood.isOver && !socket.destroyed) {
      socket.read(4_096);
      await Promise.race([sleep(1_000), closed]);
    }
    socket.destroy();
  }
}

async function slowSender(): Promise<void> {
  while (!flood.isOver) {
    const socket = connect({ port, host: "127.0.0.1", localAddress: nextAddress() });
    socket.on("error", () => undefined);
    socket.resume();
    socket.write(
      "POST /api/auth/sign-in/email HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n",
    );
    while (!flood.isOver && !socket.destroyed) {
      socket.write(" ");
      await sleep(1_000);
    }
    socket.destroy();
  }
}

const many = (count: number, work: (n: number) => Promise<void>) =>
  Array.from({ length: count }, (_, n) => work(n));

function signIns({ addresses, email }: Order<"sign-ins">): Promise<void>[] {
  return many(addresses, (n) => {
    const requestOf = (turn: number) => {
      const who = (n + turn) % 10 === 0 ? email : `nobody-${n}-${turn}@example.org`;
      return postRequest("/api/auth/sign-in/email", { email: who, password: "wrong-password" });
    };
    return restless(requestOf, () => addressOf(n));
  });
}

function garbage({ perSecond }: Order<"garbage">): Promise<void>[] {
  const requestOf = (n: number) => {
    const forms = [`/wp-admin/${n}.php`, `/i/none-${n}`, `/@nobody${n}`, `/${n}/x`];
    return getRequest(forms[n % forms.length]);
  };
  return [steady(perSecond, 1_000, requestOf)];
}

function searches({ atOnce }: Order<"searches">): Promise<void>[] {
  const words = ["lake", "dawn", "noise", "forest"];
  return many(atOnce, (n) => {
    const requestOf = (turn: number) => {
      const said = turn % 2 === 0 ? words[turn % words.length] : `lake number ${n} ${turn}`;
      const q = encodeURIComponent(said);
      return getRequest(turn % 4 < 2 ? `/api/pictures?q=${q}` : `/search?q=${q}`);
    };
    return restless(requestOf, nextAddress);
  });
}

function slow({ path, readers, senders }: Order<"slow">): Promise<void>[] {
  return [...many(readers, () => slowReader(path)), ...many(senders, slowSender)];
}

type Order<Kind> = Extract<FloodOrder, { kind: Kind }>;
const floods: { [Kind in FloodOrder["kind"]]: (order: Order<Kind>) => Promise<void>[] } = {
  "sign-ins": signIns,
  garbage,
  searches,
  slow,
};
const start = floods[order.kind] as (given: FloodOrder) => Promise<void>[];
const all = start(order);
process.stdin.resume();
await once(process.stdin, "end");
flood.isOver = true;
const seconds = (performance.now() - began) / 1000;
await Promise.race([Promise.all(all), sleep(15_000)]);
const { user, system } = process.cpuUsage(cpuBegan);
const sent: Sent = { seconds, statuses, unsent, cpuSeconds: (user + system) / 1e6 };
process.stdout.write(JSON.stringify(sent), () => process.exit(0));
