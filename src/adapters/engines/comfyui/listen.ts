import type { WebSocket } from "ws";
import { binaryFrame, type Frame, textFrame } from "./frames.ts";

const firstWaitMs = 250;
const longestWaitMs = 5000;
/** Larger frames than any preview end the connection. */
const frameLimit = 16 * 1024 * 1024;
/** Must be the first message; without it a server sends previews without their prompt's id. */
const features = JSON.stringify({
  type: "feature_flags",
  data: { supports_preview_metadata: true },
});

export type Listener = {
  /** Resolves when the first connection is open or has failed; progress is optional. */
  opened: Promise<void>;
  close(): void;
};

/**
 * Listens to a server's frames, reconnecting under the same client id until closed. What the server sends is passed on
 * as frames only: no frame and no connection failure throws.
 * @param onFrame must not throw; a frame it throws for ends the connection
 * @param onReconnect called after each connection but the first: frames were missed, state must be read again
 */
export function listen(
  address: string,
  headers: Readonly<Record<string, string>>,
  onFrame: (frame: Frame) => void,
  onReconnect: () => void,
): Listener {
  let closed = false;
  let socket: WebSocket | undefined;
  let timer: NodeJS.Timeout | undefined;
  let wait = firstWaitMs;
  let connections = 0;
  const first = Promise.withResolvers<void>();
  const connect = async () => {
    // Loaded by the first server that is listened to.
    const ws = await import("ws");
    if (closed) {
      first.resolve();
      return;
    }
    const next = new ws.WebSocket(address, {
      headers: { ...headers },
      maxPayload: frameLimit,
      handshakeTimeout: 10_000,
    });
    socket = next;
    next.on("open", () => {
      wait = firstWaitMs;
      connections += 1;
      next.send(features);
      first.resolve();
      if (connections > 1) onReconnect();
    });
    next.on("message", (data, isBinary) => {
      if (closed) return;
      try {
        const bytes = Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as ArrayBuffer);
        onFrame(isBinary ? binaryFrame(bytes) : textFrame(bytes.toString("utf8")));
      } catch {
        // A throwing event handler would end the process. The history still shows how the prompt ends.
        next.terminate();
      }
    });
    // "close" follows every error and is handled there.
    next.on("error", () => first.resolve());
    next.on("close", () => {
      first.resolve();
      if (closed) return;
      timer = setTimeout(() => void connect(), wait);
      wait = Math.min(longestWaitMs, wait * 2);
    });
  };
  void connect();
  return {
    opened: first.promise,
    close() {
      closed = true;
      clearTimeout(timer);
      socket?.terminate();
    },
  };
}
