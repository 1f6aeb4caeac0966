/** Why a file of a model could not be had, as a kind with facts, so that each reader gets it in their language. */
import { t } from "#app/language/message.ts";
import { byteSize } from "./byte-size.ts";

export type ModelFaultKind =
  | "gated"
  | "missing"
  | "unauthorized"
  | "rate-limited"
  | "no-space"
  | "not-writable"
  | "wrong-hash"
  | "changed"
  | "bad-file"
  | "unreachable"
  | "refused";

/** What the sentence of a fault names. */
export type ModelFaultFacts = {
  /** The file's path on the hub, or on this machine. */
  file?: string;
  /** The host that was asked, or the repository on it. */
  host?: string;
  repo?: string;
  /** Bytes that the file or the set needs, and bytes that are free. */
  needed?: number;
  free?: number;
  /** HTTP status, for a refusal that has no other name. */
  status?: number;
  /** For admins and logs, in English: which rule of the header was broken, which address was refused. */
  detail?: string;
};

const sentences: Readonly<Record<ModelFaultKind, (facts: ModelFaultFacts) => string>> = {
  gated: ({ repo = "", host = "" }) =>
    t`${repo} is given only to those who accept its licence: accept it on ${host}, then set HF_TOKEN to a token of that account.`,
  missing: ({ file = "", repo = "" }) =>
    t`${repo} has no file ${file} in this version, or keeps it for the tokens of its members (HF_TOKEN).`,
  unauthorized: ({ host = "" }) => t`${host} does not accept the token of HF_TOKEN.`,
  "rate-limited": ({ host = "" }) => t`${host} asks us to wait before the next request.`,
  "no-space": ({ needed, free }) =>
    needed === undefined || free === undefined
      ? t`The disk of the models is full. What is here is kept; go on when there is space.`
      : t`The disk of the models has ${byteSize(free)} free, and ${byteSize(needed)} are needed. What is here is kept.`,
  "not-writable": ({ file = "" }) =>
    t`The program may not write to the folder of the models, ${file}.`,
  "wrong-hash": ({ file = "" }) =>
    t`${file} arrived twice with other bytes than its hash says. It was deleted.`,
  changed: ({ file = "", host = "" }) =>
    t`${host} states another hash, size or version of ${file} than was confirmed. Nothing was fetched.`,
  "bad-file": ({ file = "" }) =>
    t`${file} is no sound safetensors or GGUF file. It was not kept, and never loaded.`,
  unreachable: ({ host = "" }) =>
    t`${host} cannot be reached, or sends nothing. What is here is kept.`,
  refused: ({ host = "", status }) =>
    status === undefined
      ? t`${host} gave an answer that is not accepted.`
      : t`${host} refused with the status ${status}.`,
};

/** The sentence of a fault, in the language of the request. */
export function modelFaultText(kind: ModelFaultKind, facts: ModelFaultFacts): string {
  return sentences[kind](facts);
}
