import { connect } from "node:net";
import { patienceMs } from "./patience.ts";

export type RawAnswer = { status: number; head: string; body: string; ms: number };

/**
 * Sends raw bytes over a new socket and reads until the server closes or the response is complete;
 * for requests that no HTTP client would send. On a time-out it returns what has arrived.
 */
export function rawRequest(port: number, text: string): Promise<RawAnswer> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let received = "";
    const finish = () => {
      clearTimeout(timer);
      socket.destroy();
      const [head = "", ...body] = received.split("\r\n\r\n");
      const status = Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0);
      resolve({ status, head, body: body.join("\r\n\r\n"), ms: performance.now() - began });
    };
    const timer = setTimeout(finish, patienceMs);
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
      const [head = "", body] = received.split("\r\n\r\n");
      const length = /content-length: (\d+)/i.exec(head)?.[1];
      if (body !== undefined && length !== undefined && body.length >= Number(length)) finish();
    });
    socket.on("error", (error) => (received === "" ? reject(error) : finish()));
    socket.on("close", finish);
    socket.write(text);
  });
}
