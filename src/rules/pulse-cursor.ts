/** Place in one order of the trending pictures: number of the order, place from 1. */
export type PulsePlace = { pulse: number; place: number };

const form = /^p(\d{1,15})\.(\d{1,6})$/;

/** The place as an opaque word for addresses. */
export function encodePulsePlace({ pulse, place }: PulsePlace): string {
  return `p${pulse}.${place}`;
}

/** The place a cursor stands for, or null for a word that no page handed out. */
export function decodePulsePlace(cursor: string): PulsePlace | null {
  const match = form.exec(cursor);
  return match === null ? null : { pulse: Number(match[1]), place: Number(match[2]) };
}
