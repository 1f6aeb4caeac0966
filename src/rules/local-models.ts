/** Models that draw on this machine, as their files, their limits and their licence are known to every part of the program. */

/** What a file of a model is for, by the names of stable-diffusion.cpp. */
export type ModelFileRole = "model" | "diffusion" | "llm" | "vae" | "taesd" | "lora" | "esrgan";

/** A file as a catalogue names it; null is what the hub has to state at the first download. */
export type ModelFile = {
  role: ModelFileRole;
  /** owner/name on the hub. */
  repo: string;
  /** The commit, 40 hexadecimal digits. */
  revision: string | null;
  path: string;
  bytes: number | null;
  /** 64 hexadecimal digits. */
  sha256: string | null;
};

export type ModelLicence = {
  /** SPDX identifier, or LicenseRef-… */
  spdx: string;
  /** One sentence: may its pictures be sold, and what is asked of those who use it. */
  sentence: string;
  maySell: boolean;
  url: string;
};

/** The architectures that the program knows how to load. */
export const modelFamilies = [
  "flux2-klein",
  "z-image",
  "sdxs",
  "sd15",
  "sd-turbo",
  "sdxl",
  "esrgan",
] as const;
export type ModelFamily = (typeof modelFamilies)[number];

/** What a model is drawn with unless a request says otherwise. */
export type ModelDefaults = {
  width: number;
  height: number;
  steps: number;
  cfg: number;
  sampler: string | null;
  scheduler: string | null;
};

/** Pixels and steps that a model accepts. */
export type ModelLimits = {
  minSide: number;
  maxSide: number;
  multipleOf: number;
  maxPixels: number;
  maxSteps: number;
};

export type ModelAbilities = {
  txt2img: boolean;
  img2img: boolean;
  /** Whether a remix says how far it leaves its source. */
  strength: boolean;
  /** Pictures that a request may refer to. */
  references: number;
  negativePrompt: boolean;
  upscale: boolean;
};

/** One model of the catalogue. */
export type CatalogueModel = {
  /** e.g. "sdxs-512". */
  id: string;
  label: string;
  /** What it is good for, in one sentence. */
  summary: string;
  family: ModelFamily;
  licence: ModelLicence;
  files: readonly ModelFile[];
  /** Bytes of memory while it draws at its default size. */
  memory: { ram: number; vram: number | null };
  /** False for the few that draw on a processor alone in bearable time. */
  needsCard: boolean;
  defaults: ModelDefaults;
  limits: ModelLimits;
  abilities: ModelAbilities;
};

/** A file on this machine that was checked against its hash. */
export type InstalledFile = { role: ModelFileRole; path: string; bytes: number; sha256: string };

/** A model whose files are all here. */
export type InstalledModel = {
  model: CatalogueModel;
  files: readonly InstalledFile[];
  /** As measured on this machine at the default size; null before it was measured. */
  secondsPerPicture: number | null;
};

/** A LoRA of the operator's, whose header was checked. */
export type Lora = {
  /** Path below the folder of LoRAs, with slashes. */
  id: string;
  label: string;
  /** The family that it was made for; null where the operator does not say. */
  family: ModelFamily | null;
  /** Absolute path. */
  file: string;
};
