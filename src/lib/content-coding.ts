/** Content codings that the server can send. */
export type ContentCoding = "zstd" | "br" | "gzip";

/** For what is compressed once and sent often, best first. */
export const smallest = ["br", "gzip"] as const;
/** For what is compressed for each response, best first: zstd is as small as brotli and takes a third of its time. */
export const quickest = ["zstd", "br", "gzip"] as const;

/** Below this many bytes compression is not worth its time. */
export const worthCoding = 1024;

const compressible =
  /^(?:text\/(?!event-stream)|application\/(?:[\w.-]+\+)?(?:json|xml|javascript)|application\/(?:manifest|wasm)|image\/svg)/i;

/** Whether a response of this type is compressible; pictures are compressed already, event streams must not be buffered. */
export function isCompressible(type: string): boolean {
  return compressible.test(type);
}

function weightOf(parameters: readonly string[]): number {
  const given = parameters.map((part) => /^\s*q\s*=\s*([\d.]+)\s*$/i.exec(part)?.[1]);
  const weight = given.find((each) => each !== undefined);
  return weight === undefined ? 1 : Number(weight);
}

/** The weights of an Accept-Encoding header (RFC 9110, 12.5.3): 0 for what is not accepted. */
function weightsOf(accept: string): (coding: string) => number {
  const weights = new Map<string, number>();
  for (const part of accept.split(",")) {
    const [name = "", ...parameters] = part.split(";");
    weights.set(name.trim().toLowerCase(), weightOf(parameters));
  }
  const rest = weights.get("*") ?? 0;
  return (coding) => weights.get(coding) ?? rest;
}

/** Whether the client takes a coding, be it the one it likes best or not. */
export function accepts(accept: string | undefined, coding: ContentCoding): boolean {
  return accept !== undefined && weightsOf(accept)(coding) > 0;
}

/**
 * The coding for the client's Accept-Encoding (RFC 9110, 12.5.3): the one with the greatest weight, the best of those whose
 * weights are equal; null for none.
 * @param offered best first
 */
export function codingFor<Coding extends ContentCoding>(
  accept: string | undefined,
  offered: readonly Coding[],
): Coding | null {
  if (accept === undefined) return null;
  const weight = weightsOf(accept);
  let best: Coding | null = null;
  for (const coding of offered) {
    if (weight(coding) > (best === null ? 0 : weight(best))) best = coding;
  }
  return best;
}
