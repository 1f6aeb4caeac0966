/** Bytes of a file that are read by position, so that a check costs what its bounds say, whatever the file claims. */
export type ByteSource = {
  /** Bytes of the file. */
  size: number;
  /** The bytes from a position; fewer than asked for only at the file's end. */
  read(offset: number, length: number): Promise<Uint8Array>;
};

/** A header that breaks a rule; the message says which, in English. */
export class HeaderFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = "HeaderFault";
  }
}

/** Bounds of both formats. */
export const mostTensors = 20_000;
export const largestSide = 2 ** 31;
/** Beyond this a product of sides is no count of numbers that any file holds. */
const mostNumbers = 2 ** 48;

/** How many numbers a tensor of these sides has. @throws HeaderFault for more than any file holds */
export function numbersOf(shape: readonly number[], name: string): number {
  let count = 1;
  for (const side of shape) {
    if (!Number.isInteger(side) || side < 0 || side > largestSide) {
      throw new HeaderFault(`the tensor ${name} has a side of ${String(side)}`);
    }
    count *= side;
    if (count > mostNumbers) throw new HeaderFault(`the tensor ${name} is absurdly large`);
  }
  return count;
}

/** A name from a file, for a message: short, without control characters. */
export const shown = (name: string): string => name.slice(0, 60).replaceAll(/\p{Cc}/gu, "?");
