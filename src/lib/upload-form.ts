import { AppError } from "./errors.ts";

/** Bytes of the one file. */
const fileLimit = 20 * 1024 * 1024;
/** What a form may have around its file. */
const formLimit = fileLimit + 64 * 1024;

const badForm = (detail: string): AppError =>
  new AppError("invalid-request", {
    detail,
    errors: [{ path: "file", code: "form", message: detail }],
  });
const tooLarge = (): AppError =>
  new AppError("too-large", { detail: "A picture may have at most 20 MB" });

/** The body in memory; reading stops as soon as it is too long, whatever its header promised. */
async function readCapped(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get("content-length") ?? 0) > formLimit) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > formLimit) throw tooLarge();
    chunks.push(chunk);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}

/**
 * The file of a multipart form that has one field, `file`, and nothing else. Nothing touches the disk.
 * @throws AppError unsupported-media-type for another kind of body, invalid-request for another form, too-large
 */
export async function readUpload(request: Request): Promise<Uint8Array> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^multipart\/form-data\s*(;|$)/i.test(type)) {
    throw new AppError("unsupported-media-type", { detail: "Send multipart/form-data" });
  }
  const body = await readCapped(request);
  const form = await new Response(body, { headers: { "content-type": type } })
    .formData()
    .catch((error: unknown) => {
      throw new AppError("invalid-request", { detail: "The form cannot be read", cause: error });
    });
  const entries = [...form.entries()];
  if (entries.length !== 1) throw badForm("Send exactly one field, `file`");
  const [[name, file]] = entries;
  if (name !== "file" || typeof file === "string")
    throw badForm("Send the picture as the file `file`");
  if (file.size === 0) throw badForm("The file is empty");
  if (file.size > fileLimit) throw tooLarge();
  return file.bytes();
}
