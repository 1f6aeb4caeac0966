import { t } from "#app/language/message.ts";
import { fileLimit } from "#app/rules/picture-files.ts";
import { AppError } from "./errors.ts";
import { boundaryOf, fileOfForm } from "./form-file.ts";
import { createGate } from "./gate.ts";
import { createKeyedGate } from "./keyed-gate.ts";
import { chunksOf } from "./read-body.ts";

/** Bytes that a form may have around its file. */
const formLimit = fileLimit + 64 * 1024;

/** How many uploads are in memory at once, each with its file and what is made from it. */
const gates = {
  all: { wide: 6, queue: 64, waitMs: 20_000 },
  member: { wide: 2, queue: 30, waitMs: 20_000 },
} as const;

const tooLarge = () => new AppError("too-large", { detail: t`A picture may have at most 20 MB` });

/** The body in one buffer; reading stops as soon as it is too long, whatever its header said. */
async function readBody(request: Request): Promise<Buffer> {
  const announced = request.headers.get("content-length");
  const room = announced === null ? formLimit : Number(announced);
  if (!(room <= formLimit)) throw tooLarge();
  // A buffer of its own, so that it can be transferred. Pages that are never written to take no memory.
  const body = Buffer.allocUnsafeSlow(room);
  let size = 0;
  for await (const chunk of chunksOf(request)) {
    if (size + chunk.byteLength > room) throw tooLarge();
    body.set(chunk, size);
    size += chunk.byteLength;
  }
  return body.subarray(0, size);
}

export type Uploads = {
  /**
   * Processes the file of a form: waits for a slot, reads the body, and holds the slot until the work is done.
   * Nothing is written to disk. The work owns the file's memory.
   * @throws AppError unsupported-media-type, invalid-request, too-large; unavailable when too many uploads are under way
   */
  receive<T>(request: Request, userId: string, work: (file: Buffer) => Promise<T>): Promise<T>;
};

/** The upload limits, shared by all routes of a process. */
export function createUploads(): Uploads {
  const all = createGate({
    ...gates.all,
    detail: () => t`Too many pictures are being uploaded; try again in a moment`,
  });
  const members = createKeyedGate({
    ...gates.member,
    detail: () => t`Too many of your pictures are being uploaded; try again in a moment`,
  });
  return {
    async receive(request, userId, work) {
      const boundary = boundaryOf(request.headers.get("content-type") ?? "");
      const workOnFile = async () => work(fileOfForm(await readBody(request), boundary));
      return members.run(userId, () => all.run(workOnFile));
    },
  };
}
