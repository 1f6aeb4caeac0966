/** Archives that no export made: what they are made with. */
import sharp from "sharp";
import { sha256, tarOf, tarOfFiles, withTrueManifests } from "../archive.ts";

export type Files = Map<string, Buffer>;
export type Attack = {
  name: string;
  /** What the reason says. */
  says: RegExp;
  make: (base: Base) => Buffer | Promise<Buffer>;
};
export type Base = {
  bytes: Buffer;
  files: Files;
  /** Digests of its two pictures, as data/pictures.jsonl has them. */
  digests: string[];
};

export const replaced = (files: Files, name: string, body: Buffer | string): Files =>
  new Map(files).set(name, Buffer.from(body));

/** With true manifests, so that what is wrong with the file is all that is wrong. */
export const forged = (name: string, change: (text: string) => string | Buffer) => (from: Base) =>
  tarOfFiles(
    withTrueManifests(replaced(from.files, name, change(from.files.get(name)?.toString() ?? ""))),
  );

/** A change of the first picture's record. */
export const record = (change: Record<string, unknown>) =>
  forged("data/pictures.jsonl", (text) => {
    const [first, ...rest] = text.split("\n");
    const changed = { ...(JSON.parse(first) as object), ...change };
    return [JSON.stringify(changed), ...rest].join("\n");
  });

export const line = (name: string, value: unknown) =>
  forged(name, (text) => `${text}${JSON.stringify(value)}\n`);

export const profile = (change: Record<string, unknown>) =>
  forged("data/profile.json", (text) =>
    JSON.stringify({ ...(JSON.parse(text) as object), ...change }),
  );

/** A file of the archive under another name or of another kind, in front of all others. */
export const entry = (header: Record<string, unknown>, body?: string) => async (from: Base) => {
  const first = await tarOf([{ name: "x", ...(body !== undefined && { body }), ...header }]);
  // Without its end.
  return Buffer.concat([first.subarray(0, -1024), from.bytes]);
};

export const renamed = (name: string) => entry({ name }, "x");

/** A header of any kind, by hand. */
export function rawHeader(name: string, kind: string, size: string): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0, "latin1");
  header.write("0000644\0", 100);
  header.write(size, 124, "latin1");
  header.write("00000000000\0", 136);
  header.write("        ", 148);
  header.write(kind, 156);
  header.write("ustar\x0000", 257, "latin1");
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return header;
}

export const kind =
  (letter: string, size = "00000000000\0") =>
  (from: Base) =>
    Buffer.concat([rawHeader("x", letter, size), from.bytes]);

/** Another file in the place of the first picture, with its record and manifests true of it. */
export const picture = (make: () => Promise<Buffer> | Buffer) => async (from: Base) => {
  const body = await make();
  const [old] = from.digests;
  const digest = sha256(body);
  const renamedFiles: Files = new Map(
    [...from.files].map(([name, bytes]) =>
      name === `data/pictures/${old}.jpg`
        ? [`data/pictures/${digest}.jpg`, body]
        : name === "data/pictures.jsonl"
          ? [
              name,
              Buffer.from(
                bytes
                  .toString()
                  .replace(
                    new RegExp(`"sha256":"${old}","bytes":\\d+`),
                    `"sha256":"${digest}","bytes":${body.length}`,
                  ),
              ),
            ]
          : [name, bytes],
    ),
  );
  return tarOfFiles(withTrueManifests(renamedFiles));
};

/** Another file under the name of the first picture or of one elsewhere, with a record and manifests that fit it. */
export const misnamed =
  (make: () => Promise<Buffer> | Buffer, digest?: string) => async (from: Base) => {
    const body = await make();
    const [old] = from.digests;
    const name = digest ?? old;
    const files: Files = new Map(
      [...from.files].map(([key, bytes]) => {
        if (key === `data/pictures/${old}.jpg`) return [`data/pictures/${name}.jpg`, body];
        if (key !== "data/pictures.jsonl") return [key, bytes];
        const text = bytes.toString();
        const own = `"sha256":"${name}","bytes":${body.length}`;
        return [key, Buffer.from(text.replace(new RegExp(`"sha256":"${old}","bytes":\\d+`), own))];
      }),
    );
    return tarOfFiles(withTrueManifests(files));
  };

/** Another JPEG than any picture here. */
export const anotherJpeg = () =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: "#654321" } })
    .jpeg()
    .toBuffer();

export const flat = (format: "png" | "webp" | "gif") =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: "#123456" } })
    .toFormat(format)
    .toBuffer();

/** A manifest with a change, and a tag manifest that is true of it. */
export const manifest = (change: (text: string) => string) => (from: Base) => {
  const text = change(from.files.get("manifest-sha256.txt")?.toString() ?? "");
  const tags = (from.files.get("tagmanifest-sha256.txt")?.toString() ?? "").replace(
    /^\w{64}(?= {2}manifest-sha256)/m,
    sha256(text),
  );
  const files = replaced(from.files, "manifest-sha256.txt", text);
  return tarOfFiles(replaced(files, "tagmanifest-sha256.txt", tags));
};

export const without = (name: string) => (from: Base) =>
  tarOfFiles(new Map([...from.files].filter(([key]) => key !== name)));

export const last = (isLast: (name: string) => boolean) => (from: Base) => {
  const entries = [...from.files];
  return tarOfFiles(
    new Map([
      ...entries.filter(([name]) => !isLast(name)),
      ...entries.filter(([name]) => isLast(name)),
    ]),
  );
};
