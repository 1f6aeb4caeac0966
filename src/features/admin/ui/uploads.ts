import { useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { t } from "#app/language/message.ts";
import { fileLimit } from "#app/rules/picture-files.ts";
import { addressOf } from "#app/ui/api-client.ts";

/** A file on its way to the server; once it is there it is a draft, and no upload any more. */
export type Upload = {
  key: string;
  file: File;
  /** Object URL of the file, for its thumbnail. */
  preview: string;
  state:
    | { step: "waiting" }
    | { step: "sending"; share: number }
    | { step: "failed"; reason: string };
};

type Stored = { id: string; already: boolean };

/** Files sent at once: the server takes two of one member. */
const wide = 2;
const longestName = 255;
const waiting = { step: "waiting" } as const;

/** Uploads one file with XMLHttpRequest, because fetch reports no upload progress. */
function sendFile(file: File, onShare: (share: number) => void): Promise<Stored> {
  const request = new XMLHttpRequest();
  const done = Promise.withResolvers<Stored>();
  const name = file.name.slice(0, longestName).toWellFormed();
  request.open("POST", addressOf("/api/admin/upload", { query: { name } }));
  request.responseType = "json";
  request.upload.addEventListener("progress", ({ loaded, total }) => onShare(loaded / total));
  request.addEventListener("load", () => {
    const answer = request.response as { detail?: string; title?: string } | null;
    if (request.status === 201) done.resolve(request.response as Stored);
    else done.reject(new Error(answer?.detail ?? answer?.title ?? t`It could not be uploaded`));
  });
  request.addEventListener("error", () =>
    done.reject(new Error(t`The server could not be reached`)),
  );
  const form = new FormData();
  form.set("file", file);
  request.send(form);
  return done.promise;
}

const reasonOf = (error: unknown) =>
  error instanceof Error ? error.message : t`It could not be uploaded`;

/** Asks before the page is left while files are on their way: the browser cannot keep them. */
function useLeaveWarning(isOn: boolean) {
  useEffect(() => {
    if (!isOn) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [isOn]);
}

/**
 * A queue of uploads, two at a time. A file that failed stays until it is sent again or dismissed; one that is stored
 * leaves the queue for the drafts of the page, which are reloaded.
 * @param onAlready is told of a file that was a draft before
 */
export function useUploads(onAlready: (name: string) => void) {
  const { revalidate } = useRevalidator();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const queue = useRef<Upload[]>([]);
  const running = useRef(0);
  useLeaveWarning(uploads.some(({ state }) => state.step !== "failed"));

  const change = (key: string, state: Upload["state"]) =>
    setUploads((before) => before.map((each) => (each.key === key ? { ...each, state } : each)));
  function drop({ key, preview }: Upload) {
    queue.current = queue.current.filter((each) => each.key !== key);
    setUploads((before) => before.filter((each) => each.key !== key));
    URL.revokeObjectURL(preview);
  }

  async function send(upload: Upload) {
    const { key, file } = upload;
    change(key, { step: "sending", share: 0 });
    try {
      if (file.size > fileLimit) throw new Error(t`A picture may have at most 20 MB`);
      const { already } = await sendFile(file, (share) => change(key, { step: "sending", share }));
      if (already) onAlready(file.name);
      await revalidate();
      drop(upload);
    } catch (error) {
      change(key, { step: "failed", reason: reasonOf(error) });
    }
  }
  async function work() {
    running.current += 1;
    for (let next = queue.current.shift(); next; next = queue.current.shift()) await send(next);
    running.current -= 1;
  }
  function start(added: readonly Upload[]) {
    queue.current.push(...added);
    const free = Math.min(wide - running.current, added.length);
    for (let count = 0; count < free; count += 1) void work();
  }

  return {
    uploads,
    add: (files: readonly File[]) => {
      const added = files.map((file) => ({
        file,
        key: crypto.randomUUID(),
        preview: URL.createObjectURL(file),
        state: waiting,
      }));
      setUploads((before) => [...before, ...added]);
      start(added);
    },
    retry: (upload: Upload) => {
      change(upload.key, waiting);
      start([upload]);
    },
    /** Gives up on a file that has failed or still waits. */
    dismiss: drop,
  };
}
