/** Messages between the pool and its drawing threads. */
import type { NewSides } from "./outpaint.ts";
import type { Note } from "./prompt/notes.ts";
import type { Reference } from "./references.ts";
import type { StyleKit } from "./types.ts";

/** One picture to draw. */
export type Order = {
  prompt: string;
  negativePrompt?: string;
  width: number;
  height: number;
  seed: number;
  /** Draw larger and reduce, for finer edges. */
  fine: boolean;
  styleKit?: StyleKit;
  references?: readonly Reference[];
  source?: Uint8Array;
  strength?: number;
  /** Pixels at each side of the source that are new: a scene of the prompt goes on there. */
  newSides?: NewSides;
  /** White where the result is shown: things stand there. */
  mask?: Uint8Array;
  /** Stretch the drawing to about this time (milliseconds). */
  holdMs?: number;
  /** End the thread in the middle of the drawing. */
  crash?: boolean;
};

export type Drawing = {
  bytes: Uint8Array;
  mime: string;
  width: number;
  height: number;
  scene: string;
  finish: string | null;
  sky: string | null;
  understood: string[];
  ignored: string[];
  /** What the result says beyond these two lists. */
  notes: Note[];
  /** Whether a reference for the composition moved the horizon or the first thing. */
  laidOut: boolean;
};

export type DrawProgress = { fraction: number; stage: string; preview?: Uint8Array };
