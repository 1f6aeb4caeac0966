/** Tries of one part before the upload is given up; it is continued when the same file is chosen again. */
const tries = 5;
const pauseMs = 1_000;

export type Begun = { id: string; received: number; chunk: number };

function later(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

async function sendPart(id: string, from: number, part: Blob): Promise<boolean> {
  const query = new URLSearchParams({ id, from: String(from) });
  const answer = await fetch(`/api/imports/part?${query.toString()}`, {
    method: "PUT",
    headers: { "content-type": "application/octet-stream", accept: "application/json" },
    body: part,
  }).catch(() => null);
  if (answer?.ok) return true;
  // What is refused once is refused again, but for a server that is busy or away.
  if (answer !== null && answer.status < 500 && answer.status !== 429) {
    throw new Error("the part was refused");
  }
  return false;
}

/**
 * Sends an archive part by part, from what the server has of it on.
 * @throws Error when a part cannot be sent, or was refused
 */
export async function sendArchive(
  file: Blob,
  { id, received, chunk }: Begun,
  onProgress: (sent: number) => void,
): Promise<void> {
  for (let from = received; from < file.size; from += chunk) {
    onProgress(from);
    const part = file.slice(from, from + chunk);
    for (let failed = 0; !(await sendPart(id, from, part));) {
      failed += 1;
      if (failed === tries) throw new Error("the server cannot be reached");
      await later(pauseMs * 2 ** failed);
    }
  }
  onProgress(file.size);
}
