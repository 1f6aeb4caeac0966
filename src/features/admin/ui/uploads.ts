import { useState } from "react";
import { paths } from "#app/paths.ts";

/** The result of one upload. */
export type Upload = {
  key: string;
  name: string;
  /** Object URL of the file, for its thumbnail. */
  preview: string;
  state:
    | { step: "waiting" }
    | { step: "sending"; share: number }
    | { step: "done"; picture: { id: string; slug: string; title: string } }
    | { step: "failed"; reason: string };
};

type Picture = { id: string; slug: string; title: string };

/** Uploads one file with XMLHttpRequest, because fetch reports no upload progress. */
function sendFile(file: File, onShare: (share: number) => void): Promise<Picture> {
  const request = new XMLHttpRequest();
  const done = Promise.withResolvers<Picture>();
  request.open("POST", paths.api.adminUpload());
  request.responseType = "json";
  request.upload.addEventListener("progress", ({ loaded, total }) => onShare(loaded / total));
  request.addEventListener("load", () => {
    const answer = request.response as { detail?: string; title?: string } | null;
    if (request.status === 201) done.resolve(request.response as Picture);
    else done.reject(new Error(answer?.detail ?? answer?.title ?? "It could not be uploaded"));
  });
  request.addEventListener("error", () =>
    done.reject(new Error("The server could not be reached")),
  );
  const form = new FormData();
  form.set("file", file);
  request.send(form);
  return done.promise;
}

/** A queue of uploads; files are sent one after the other. */
export function useUploads() {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const change = (key: string, state: Upload["state"]) =>
    setUploads((before) => before.map((each) => (each.key === key ? { ...each, state } : each)));

  async function add(files: readonly File[]) {
    const added = files.map((file) => ({
      file,
      key: crypto.randomUUID(),
      name: file.name,
      preview: URL.createObjectURL(file),
    }));
    setUploads((before) => [
      ...before,
      ...added.map(({ key, name, preview }) => ({
        key,
        name,
        preview,
        state: { step: "waiting" } as const,
      })),
    ]);
    for (const { key, file } of added) {
      change(key, { step: "sending", share: 0 });
      try {
        const picture = await sendFile(file, (share) => change(key, { step: "sending", share }));
        change(key, { step: "done", picture });
      } catch (error) {
        const reason = error instanceof Error ? error.message : "It could not be uploaded";
        change(key, { step: "failed", reason });
      }
    }
  }

  return { uploads, add };
}
