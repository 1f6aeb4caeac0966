import { type ByteSource, HeaderFault } from "./source.ts";

const windowBytes = 256 * 1024;
const wordLimit = 2 ** 21;

/** Reads a file from its start, a window at a time, and no more than its budget. */
export class Cursor {
  readonly #source: ByteSource;
  #budget: number;
  #window: DataView = new DataView(new ArrayBuffer(0));
  /** Position of the window in the file, and of the cursor in the window. */
  #start = 0;
  #at = 0;

  /** @param budget bytes that may be read in all */
  constructor(source: ByteSource, budget: number) {
    this.#source = source;
    this.#budget = budget;
  }

  /** Position in the file. */
  get position(): number {
    return this.#start + this.#at;
  }

  /** Whether this many bytes can be taken without `fill`. */
  has(count: number): boolean {
    return this.#window.byteLength - this.#at >= count;
  }

  /** Makes `count` bytes ready, at most a window. @throws HeaderFault at the end of the file or of the budget */
  async fill(count: number): Promise<void> {
    if (this.has(count)) return;
    this.#start = this.position;
    this.#at = 0;
    if (this.#start + count > this.#source.size) {
      throw new HeaderFault("the file ends in its header");
    }
    const length = Math.min(windowBytes, this.#source.size - this.#start);
    this.#budget -= length;
    if (this.#budget < 0) throw new HeaderFault("the header is too long");
    const bytes = await this.#source.read(this.#start, length);
    if (bytes.length < count) throw new HeaderFault("the file ends in its header");
    this.#window = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  /** Goes on by any count of bytes, which are not read. @throws HeaderFault at the end of the file */
  skip(count: number): void {
    if (this.position + count > this.#source.size) {
      throw new HeaderFault("the file ends in its header");
    }
    if (this.has(count)) {
      this.#at += count;
      return;
    }
    this.#start = this.position + count;
    this.#at = 0;
    this.#window = new DataView(new ArrayBuffer(0));
  }

  /** The next 32 bits; `fill` comes first. */
  word(): number {
    const value = this.#window.getUint32(this.#at, true);
    this.#at += 4;
    return value;
  }

  /** The next 64 bits; `fill` comes first. @throws HeaderFault for a number that no size can be */
  long(): number {
    const low = this.word();
    const high = this.word();
    if (high >= wordLimit) throw new HeaderFault("the header has an absurd number");
    return high * 2 ** 32 + low;
  }

  /** The next bytes as text; `fill` comes first. @throws HeaderFault for what is no text */
  text(length: number): string {
    const bytes = new Uint8Array(this.#window.buffer, this.#window.byteOffset + this.#at, length);
    this.#at += length;
    try {
      return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
      throw new HeaderFault("the header has a name that is no text");
    }
  }
}
