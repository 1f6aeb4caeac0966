import { t } from "#app/language/message.ts";
import { paramName } from "#app/rules/param-text.ts";
import type { GridSideShown } from "../queries/grids.ts";
import { qualityWord } from "./quality-word.ts";

/** What a side of a grid varies. */
export function sideName({ by, id = "", name = "" }: Omit<GridSideShown, "values">): string {
  switch (by) {
    case "words":
      return t`Words`;
    case "seed":
      return t`Seed`;
    case "model":
      return t`Model`;
    case "aspect":
      return t`Frame`;
    case "quality":
      return t`Quality`;
    case "strength":
      return t`Strength`;
    case "kit":
      return t`Style kit`;
    default:
      return paramName(id, name);
  }
}

/** A value of a side. */
export function sideValue(by: GridSideShown["by"], value: string): string {
  if (by === "quality") return qualityWord(value);
  if (by === "kit" && value === "") return t`no kit`;
  if (by === "words" && value === "") return t`nothing`;
  if (by === "param" && (value === "true" || value === "false")) {
    return value === "true" ? t`yes` : t`no`;
  }
  return value;
}
