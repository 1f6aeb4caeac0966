import type { IncomingMessage, ServerResponse } from "node:http";

/** Most bytes of one body that are discarded: more than any accepted body may have. */
const most = 32 * 1024 * 1024;
const lookMs = 250;

/**
 * Reads and discards the rest of a body whose request has its response. Many clients read the response only
 * when they have sent everything: closing the connection earlier would reset it and lose the response. How long
 * that may take is limited by limitBodyTime.
 */
export function discardUnreadBody(req: IncomingMessage, res: ServerResponse): void {
  res.once("finish", () => {
    if (req.complete || req.destroyed) return;
    // The previous reader has stopped; its listener would pause the body again.
    req.removeAllListeners("data");
    req.resume();
    const { socket } = req;
    const before = socket.bytesRead;
    // Node emits no events for discarded data.
    const look = setInterval(() => {
      if (socket.bytesRead - before > most) socket.destroy();
    }, lookMs);
    look.unref();
    req.once("close", () => clearInterval(look));
  });
}
