import { availableParallelism } from "node:os";
import { t } from "#app/language/message.ts";
import { createGate } from "#app/lib/gate.ts";
import { inspect } from "./decoding.ts";
import { createEditor } from "./edit/editor.ts";
import { withProvenance, xmpOf } from "./file-metadata.ts";
import { asSource, look, marked, prepare, prepareMarked } from "./originals.ts";
import type { Imaging } from "./port.ts";
import { createSettingsReader } from "./settings/reader.ts";
import { relabel, variant, variantSeconds } from "./variants.ts";
import { createMarker } from "./watermark/marker.ts";
import { stampOf } from "./xmp.ts";

/**
 * Room for an original that is resized, used again for the next. New memory for each would have the whole heap
 * collected every few hundred pictures, which costs more than anything else beside the resizing.
 */
const roomBytes = 1024 * 1024;

/**
 * Imaging by libvips. One thread a picture and as many pictures at once as there are cores;
 * resizing and reading new pictures wait in queues of their own, each bounded.
 * @param onFailure is told why the settings of a file were not read
 */
export function openSharpImaging(
  wide = availableParallelism(),
  onFailure?: (error: unknown) => void,
): Imaging {
  const marker = createMarker();
  const editor = createEditor();
  const reader = createSettingsReader({ onFailure });
  const detail = () => t`Too many pictures are being worked on; try again in a moment`;
  const preparing = createGate({ wide, queue: 64, waitMs: 30_000, detail });
  const resizing = createGate({ wide, queue: 128, waitMs: variantSeconds * 1000, detail });
  const rooms: Buffer[] = [];
  return {
    prepare: (input) => preparing.run(() => prepare(input, false)),
    prepareLossless: (input) => preparing.run(() => prepare(input, true)),
    look: (input) => preparing.run(() => look(input)),
    prepareMarked: (input, mark, { keepAs, within } = {}) =>
      preparing.run(() => prepareMarked(input, keepAs !== "jpeg", { marker, mark, within })),
    marked: (original, mark) => preparing.run(() => marked(original, marker, mark)),
    asSource: (original) => preparing.run(() => asSource(original)),
    readMark: (input, key) =>
      preparing.run(async () => {
        await inspect(input);
        return marker.read(input, key);
      }),
    compareMark: (input, known, mark) => preparing.run(() => marker.compare(input, known, mark)),
    withProvenance: (original, provenance) =>
      Promise.resolve().then(() => withProvenance(original, provenance)),
    stampOf: (original) => {
      const packet = xmpOf(original);
      return packet === null ? null : stampOf(packet);
    },
    variant: (original, request) =>
      resizing.run(async () => {
        if (typeof original !== "function") return variant(original, request);
        const room = rooms.pop() ?? Buffer.allocUnsafeSlow(roomBytes);
        try {
          return await variant(await original(room), request);
        } finally {
          rooms.push(room);
        }
      }),
    relabel: (made, original, request) =>
      Promise.resolve().then(() => relabel(made, original, request)),
    settings: (input, options) => reader.read(input, options),
    openEdit: (source, mask, shape, sizes) =>
      preparing.run(() => editor.open(source, mask, shape, sizes)),
    finishEdit: (edit, source, drawn) => preparing.run(() => editor.finish(edit, source, drawn)),
    readMask: (input) => preparing.run(() => editor.readMask(input)),
    close: async () => {
      await Promise.all([reader.close(), marker.close(), editor.close()]);
    },
  };
}
