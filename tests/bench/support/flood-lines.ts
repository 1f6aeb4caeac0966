/** Minimal HTTP/1.1 over raw sockets, because the sender shares the machine with the server it floods. */
import { connect, type Socket } from "node:net";

export type Line = {
  /** Sends a request and waits for the whole response. @returns the status, 0 when the connection broke */
  ask(request: string): Promise<number>;
  close(): void;
};

/** How many requests go over a connection before the line takes another address. */
const asksEach = 25;

/** The nth of 60,000 addresses of this machine. */
export function addressOf(n: number): string {
  const at = n % 60_000;
  return `127.1.${Math.floor(at / 250)}.${(at % 250) + 1}`;
}

/** The length of a complete response at the beginning of `bytes`, or null while it is incomplete. */
function wholeLength(bytes: Buffer): number | null {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return null;
  const head = bytes.toString("latin1", 0, end).toLowerCase();
  const begin = end + 4;
  if (/^http\/1\.1 (?:204|304)/.test(head)) return begin;
  const length = /\ncontent-length: (\d+)/.exec(head)?.[1];
  if (length !== undefined) {
    const whole = begin + Number(length);
    return bytes.length >= whole ? whole : null;
  }
  for (let at = begin; ;) {
    const line = bytes.indexOf("\r\n", at);
    if (line < 0) return null;
    const size = Number.parseInt(bytes.toString("latin1", at, line), 16);
    // Neither a length nor chunks: what has arrived is the response.
    if (Number.isNaN(size)) return bytes.length;
    at = line + 2 + size + 2;
    if (at > bytes.length) return null;
    if (size === 0) return at;
  }
}

/**
 * A keep-alive connection, reopened when it ends.
 * @param nextAddress the address of this machine that the next connection comes from; called again after every 25 requests
 */
export function openLine(port: number, nextAddress: () => string): Line {
  let socket: Socket | null = null;
  let asked = 0;
  let received: Buffer = Buffer.alloc(0);
  let answered: (status: number) => void = () => undefined;

  function settle(status: number): void {
    const tell = answered;
    answered = () => undefined;
    tell(status);
  }

  function open(): Socket {
    const made = connect({ port, host: "127.0.0.1", localAddress: nextAddress() });
    made.setNoDelay(true);
    made.on("error", () => undefined);
    made.on("close", () => {
      if (socket !== made) return;
      socket = null;
      settle(0);
    });
    made.on("data", (chunk) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const whole = wholeLength(received);
      if (whole === null) return;
      const status = Number(received.toString("latin1", 9, 12));
      const closes = /\nconnection: close/i.test(received.toString("latin1", 0, 2_000));
      received = received.subarray(whole);
      if (closes || asked >= asksEach) drop();
      settle(status);
    });
    asked = 0;
    received = Buffer.alloc(0);
    return made;
  }

  function drop(): void {
    const old = socket;
    socket = null;
    old?.destroy();
  }

  return {
    ask(request) {
      socket ??= open();
      asked += 1;
      const used = socket;
      return new Promise((resolve) => {
        answered = resolve;
        used.write(request);
      });
    },
    close() {
      drop();
      settle(0);
    },
  };
}

export function getRequest(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\n\r\n`;
}

export function postRequest(path: string, body: object, cookie = ""): string {
  const text = JSON.stringify(body);
  const own = cookie === "" ? "" : `Cookie: ${cookie}\r\n`;
  return `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${own}Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}
