import type { Signals } from "../remote/call.ts";
import type { ComfyServer } from "./server.ts";

/** @returns the name under which the server keeps a file */
type Upload = (name: string, bytes: Uint8Array, signals: Signals) => Promise<string>;

/** Sends the files of a cast, each once for all its pictures. */
export function uploadsOf(server: ComfyServer, jobId: string): Upload {
  const sent = new Map<string, Promise<string>>();
  return (name, bytes, signals) => {
    const known = sent.get(name);
    if (known) return known;
    const sending = server.upload(bytes, `echoform-${jobId}${name}.img`, signals);
    sent.set(name, sending);
    sending.catch(() => sent.delete(name));
    return sending;
  };
}
