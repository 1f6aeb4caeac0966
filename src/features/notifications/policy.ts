/** Streams that one member may hold open at a time on one process. */
const streamsPerMember = 5;

/** Tabs beyond the fifth share the notifications of the others. */
export function canOpenStream(open: number): boolean {
  return open < streamsPerMember;
}
