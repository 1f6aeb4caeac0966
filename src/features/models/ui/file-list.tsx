import { byteSize } from "#app/rules/byte-size.ts";

type File = { path: string; sha256: string; bytes: number };

/** The hashes of files by their paths, as they are confirmed. */
export const hashesOf = (files: readonly File[]): Record<string, string> =>
  Object.fromEntries(files.map(({ path, sha256 }) => [path, sha256]));

/** Files with their sizes and hashes. */
export function FileList({ files }: { files: readonly File[] }) {
  return (
    <ul className="mt-3 space-y-3 text-13">
      {files.map(({ path, sha256, bytes }) => (
        <li key={path}>
          <bdi className="font-[560] wrap-anywhere">{path}</bdi>{" "}
          <span className="text-ink-2">{byteSize(bytes)}</span>
          <span className="mono block text-12 wrap-anywhere text-ink-2" dir="ltr">
            {sha256}
          </span>
        </li>
      ))}
    </ul>
  );
}
