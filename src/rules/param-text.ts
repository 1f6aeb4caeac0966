/** Names of engine parameters and of their values, for readers (docs/product.md 10.2). */
import { t } from "#app/language/message.ts";
import type { Param, ParamGroup, ParamValue, Params } from "./engine-params.ts";

const names: Readonly<Record<string, () => string>> = {
  background: () => t`Background`,
  cfg: () => t`CFG scale`,
  guidance: () => t`Distilled guidance`,
  hires: () => t`Half the size first`,
  level: () => t`Detail`,
  lora: () => t`LoRA`,
  "lora-weight": () => t`LoRA weight`,
  medium: () => t`Medium`,
  sampler: () => t`Sampler`,
  scheduler: () => t`Scheduler`,
  steps: () => t`Steps`,
};

/** Words for values that the program itself offers; what a server lists is called as the server calls it. */
const values: Readonly<Record<string, () => string>> = {
  "background auto": () => t`As the model decides`,
  "background opaque": () => t`Opaque`,
  "background transparent": () => t`Transparent`,
  "level low": () => t`Low, drawn sooner`,
  "level quality": () => t`As the quality says`,
  "lora none": () => t`None`,
  "medium anime": () => t`Anime`,
  "medium blueprint": () => t`Blueprint`,
  "medium comic": () => t`Comic`,
  "medium glass": () => t`Stained glass`,
  "medium gouache": () => t`Gouache`,
  "medium impressionist": () => t`Impressionist oil`,
  "medium ink": () => t`Ink wash`,
  "medium linocut": () => t`Linocut`,
  "medium lowpoly": () => t`Low poly`,
  "medium mosaic": () => t`Mosaic`,
  "medium neon": () => t`Neon outlines`,
  "medium noir": () => t`Black and white photo`,
  "medium oil": () => t`Oil`,
  "medium papercut": () => t`Papercut`,
  "medium pencil": () => t`Pencil`,
  "medium pixel": () => t`Pixel art`,
  "medium pointillism": () => t`Pointillism`,
  "medium risograph": () => t`Risograph`,
  "medium sepia": () => t`Sepia`,
  "medium vintage": () => t`Vintage photo`,
  "medium watercolor": () => t`Watercolour`,
  "medium woodblock": () => t`Woodblock print`,
  "medium words": () => t`As the words say`,
  "sampler server": () => t`The server's own`,
  "scheduler server": () => t`The server's own`,
};

const groups: Readonly<Record<ParamGroup, () => string>> = {
  look: () => t`Look`,
  sampling: () => t`Sampling`,
  output: () => t`Output`,
  workflow: () => t`Workflow`,
};

const ownOf = (table: Readonly<Record<string, () => string>>, key: string) =>
  Object.hasOwn(table, key) ? table[key]() : null;

/** The name of a group of parameters. */
export const groupName = (group: ParamGroup): string => groups[group]();

/**
 * The name of a parameter.
 * @param label the engine's name of it; without one it is made from the id
 */
export function paramName(id: string, label?: string): string {
  const plain = id.replaceAll("-", " ");
  return ownOf(names, id) ?? label ?? plain.slice(0, 1).toUpperCase() + plain.slice(1);
}

/** A value in words. */
export function paramValueName(id: string, value: ParamValue, label?: string): string {
  if (typeof value === "boolean") return value ? t`yes` : t`no`;
  return ownOf(values, `${id} ${value}`) ?? label ?? String(value);
}

/** The name of one choice of a parameter. */
export function choiceName(param: Extract<Param, { kind: "choice" }>, value: string): string {
  const { label } = param.choices.find((choice) => choice.value === value) ?? {};
  return paramValueName(param.id, value, label);
}

/** Parameters of a cast as short texts, e.g. "Steps 30". */
export const paramTexts = (params: Params): string[] =>
  Object.entries(params).map(([id, value]) => `${paramName(id)} ${paramValueName(id, value)}`);
