import { t } from "#app/language/message.ts";
import { aspects } from "#app/rules/aspects.ts";
import { qualities } from "#app/rules/cast-limits.ts";
import { typedNumbers, type GridAxis, type WordPlace } from "#app/rules/grid.ts";
import { choiceName } from "#app/rules/param-text.ts";
import type { EngineListing } from "../queries/engines.ts";
import type { StyleKit } from "../queries/kits.ts";
import type { EngineChoice } from "./engines.ts";
import { refusalOf, usableModels } from "./engines.ts";
import { sideName, sideValue } from "./grid-words.ts";

/** A side of a grid as it is typed and chosen. */
export type SideDraft = {
  /** What varies, such as "seed", "words 0" or "param cfg"; empty for nothing. */
  key: string;
  /** Numbers as typed, such as "1-4" or "20, 30". */
  typed: string;
  /** Keys of chosen values. */
  picked: readonly string[];
};
export const noSide: SideDraft = { key: "", typed: "", picked: [] };

/** Something that can vary: words of the prompt as they are, numbers that are typed, or values to choose among. */
export type AxisOffer = { key: string; label: string } & (
  | { kind: "words"; texts: readonly string[] }
  | { kind: "numbers"; hint: string }
  | { kind: "choices"; choices: readonly { key: string; label: string }[] }
);

type OfferInput = {
  choice: EngineChoice;
  engines: readonly EngineListing[];
  kits: readonly StyleKit[];
  places: readonly WordPlace[];
  remixing: boolean;
};

const shortest = (text: string) => (text.length > 28 ? `${text.slice(0, 28)}…` : text);
const modelKey = (engine: string, model: string) => JSON.stringify([engine, model]);

function modelsOf({ engines, remixing }: OfferInput) {
  return engines
    .filter((engine) => refusalOf(engine, { remixing }) === null)
    .flatMap(({ id, label, can }) =>
      (can ? usableModels(can, { remixing }) : []).map((model) => ({
        key: modelKey(id, model.id),
        label: (can?.models.length ?? 0) > 1 ? `${label}, ${model.label}` : label,
      })),
    );
}

/** Everything that a grid of this cast can vary. */
export function axisOffers(input: OfferInput): AxisOffer[] {
  const { choice, kits, places, remixing } = input;
  const { can, params } = choice;
  const models = modelsOf(input);
  const words = places.map(({ texts }, place): AxisOffer => ({
    key: `words ${place}`,
    label: t`Words: ${shortest(texts.join(", "))}`,
    kind: "words",
    texts,
  }));
  const choices = (
    by: "model" | "aspect" | "quality" | "kit",
    list: readonly { key: string; label: string }[],
  ): AxisOffer[] =>
    list.length < 2 ? [] : [{ key: by, label: sideName({ by }), kind: "choices", choices: list }];
  const numbers = (by: "seed" | "strength", hint: string): AxisOffer => ({
    key: by,
    label: sideName({ by }),
    kind: "numbers",
    hint,
  });
  return [
    ...words,
    ...(can.seed ? [numbers("seed", t`such as 1-4 or 7, 70, 700`)] : []),
    ...choices("model", models),
    ...choices(
      "aspect",
      aspects.map((aspect) => ({ key: aspect, label: aspect })),
    ),
    ...choices(
      "quality",
      qualities
        .filter((one) => can.qualities.includes(one))
        .map((one) => ({ key: one, label: sideValue("quality", one) })),
    ),
    ...(remixing && can.strength ? [numbers("strength", t`in percent, such as 20-80:20`)] : []),
    ...choices("kit", [
      { key: "", label: sideValue("kit", "") },
      ...kits.map(({ id, name }) => ({ key: id, label: name })),
    ]),
    ...params.flatMap((param): AxisOffer[] => {
      const own = {
        key: `param ${param.id}`,
        label: sideName({ by: "param", id: param.id, name: param.label }),
      };
      if (param.kind === "text") return [];
      if (param.kind === "choice") {
        const list = param.choices.map(({ value }) => ({
          key: value,
          label: choiceName(param, value),
        }));
        return [{ ...own, kind: "choices", choices: list }];
      }
      if (param.kind === "bool") {
        const list = ["true", "false"].map((key) => ({ key, label: sideValue("param", key) }));
        return [{ ...own, kind: "choices", choices: list }];
      }
      const { min, max, step } = param;
      return [
        {
          ...own,
          kind: "numbers",
          hint: t`${min} to ${max} in steps of ${step}, such as 20, 30 or 20-40:10`,
        },
      ];
    }),
  ];
}

/** A side as it is sent; null for none, or for numbers that cannot be read. */
export function axisOf(
  { key, typed, picked }: SideDraft,
  offers: readonly AxisOffer[],
): GridAxis | null {
  const offer = offers.find((one) => one.key === key);
  if (offer === undefined) return null;
  const [by, id = ""] = key.split(" ");
  if (offer.kind === "words") return { by: "words", place: Number(id) };
  if (offer.kind === "numbers") {
    const values = typedNumbers(typed);
    if (values === null) return null;
    if (by === "seed") return { by, values };
    return by === "strength"
      ? { by, values: values.map((value) => value / 100) }
      : { by: "param", id, values };
  }
  // In the order in which they are offered.
  const chosen = offer.choices.filter((one) => picked.includes(one.key)).map((one) => one.key);
  switch (by) {
    case "model":
      return {
        by,
        values: chosen.map((each) => {
          const [engine, model] = JSON.parse(each) as [string, string];
          return { engine, model };
        }),
      };
    case "aspect":
      return { by, values: aspects.filter((one) => chosen.includes(one)) };
    case "quality":
      return { by, values: qualities.filter((one) => chosen.includes(one)) };
    case "kit":
      return { by, values: chosen };
    default: {
      const isBool = offer.choices.every((one) => one.key === "true" || one.key === "false");
      return { by: "param", id, values: isBool ? chosen.map((one) => one === "true") : chosen };
    }
  }
}

/** A side that was sent, to be typed and chosen again. */
export function sideDraftOf(axis: GridAxis | undefined): SideDraft {
  if (axis === undefined) return noSide;
  switch (axis.by) {
    case "words":
      return { ...noSide, key: `words ${axis.place}` };
    case "seed":
      return { ...noSide, key: "seed", typed: axis.values.join(", ") };
    case "strength":
      return {
        ...noSide,
        key: "strength",
        typed: axis.values.map((value) => Math.round(value * 100)).join(", "),
      };
    case "model":
      return {
        ...noSide,
        key: "model",
        picked: axis.values.map(({ engine, model }) => modelKey(engine, model)),
      };
    case "param":
      return {
        key: `param ${axis.id}`,
        typed: axis.values.join(", "),
        picked: axis.values.map(String),
      };
    default:
      return { ...noSide, key: axis.by, picked: axis.values };
  }
}
