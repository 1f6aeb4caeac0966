import type { IncomingMessage, ServerResponse } from "node:http";

/** Bytes of one body that are thrown away: more than any body may have that is taken. */
const most = 32 * 1024 * 1024;
const lookMs = 250;

/**
 * Reads and throws away what is still to come of a body whose request has its answer. Many clients read the answer only
 * when they have sent everything: closing the connection before would reset it and the answer would be lost. How long
 * that may take is for limitBodyTime to say.
 */
export function discardUnreadBody(req: IncomingMessage, res: ServerResponse): void {
  res.once("finish", () => {
    if (req.complete || req.destroyed) return;
    // Whoever was reading has given up; its listener would pause the body again.
    req.removeAllListeners("data");
    req.resume();
    const { socket } = req;
    const before = socket.bytesRead;
    // Node gives no events for what it throws away.
    const look = setInterval(() => {
      if (socket.bytesRead - before > most) socket.destroy();
    }, lookMs);
    look.unref();
    req.once("close", () => clearInterval(look));
  });
}
