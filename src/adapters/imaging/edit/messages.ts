/** What passes to the thread of edits. Pixels are given away, both ways. */
export type EditJob = { kind: "grey"; pixels: Uint8Array; channels: 3 | 4 };

export type EditResult = [grey: Uint8Array, isBlack: boolean];
