/** What a cell of docs/engines.md claims of the models of its column, beside what is true of them. */
import type { Documented } from "./documented-engines.ts";

/** A fact of a model, and how a cell says each value of it. */
export type Facts = {
  of: (one: Documented) => readonly string[] | Promise<readonly string[]>;
  says: Readonly<Record<string, RegExp>>;
};

const saysNo = /^(?:refused|none|no\b|nothing)/;
/** Cells that say both: some models of the column, and others not. */
const saysSome = /\bby model\b|^where\b|^models\b/;

/**
 * A fact that is there or not.
 * @param no says it too, besides "refused", "none" and "no"
 */
export const offeredOrNot = (of: (one: Documented) => boolean, no?: RegExp): Facts => ({
  of: (one) => [of(one) ? "offered" : "refused"],
  says: {
    offered: no
      ? new RegExp(`^(?!${saysNo.source.slice(1)}|${no.source.slice(1)})`)
      : /^(?!refused|none|no\b|nothing)/,
    refused: new RegExp(
      [saysNo, saysSome, ...(no ? [no] : [])].map(({ source }) => source).join("|"),
    ),
  },
});

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

type Clause = { subjects: readonly string[]; text: string };

/**
 * The parts of a cell, between semicolons, that begin with words for models ("GPT Image: …; others …"), or the whole
 * cell's first part where none does. What follows such a first part is a remark.
 */
function clausesOf(cell: string, models: readonly Documented[]): Clause[] {
  const known = [...new Set(models.flatMap(({ subjects }) => subjects)), "others"];
  const name = known
    .toSorted((a, b) => b.length - a.length)
    .map(escaped)
    .join("|");
  const beginning = new RegExp(`^((?:${name})(?:(?:, | and )(?:${name}))*):?\\s+(.+)$`);
  return cell
    .replaceAll("`", "")
    .split("; ")
    .flatMap((part, at): Clause[] => {
      const [, subjects, text] = beginning.exec(part) ?? [];
      if (subjects !== undefined) return [{ subjects: subjects.split(/, | and /), text }];
      return at === 0 ? [{ subjects: [], text: part }] : [];
    });
}

/** The part of a cell that speaks of a model: the last that names it, else that of the others, else one of all. */
function clauseFor(clauses: readonly Clause[], { subjects }: Documented): Clause | undefined {
  return (
    clauses.findLast((clause) => clause.subjects.some((name) => subjects.includes(name))) ??
    clauses.find((clause) => clause.subjects.includes("others")) ??
    clauses.find((clause) => clause.subjects.length === 0)
  );
}

/**
 * Each part of a cell with the values that it says, and those that hold for the models it speaks of.
 * @throws Error where it says nothing of a model, or speaks of none
 */
export async function claimsOf(
  cell: string,
  { of, says }: Facts,
  models: readonly Documented[],
): Promise<{ text: string; said: string[]; fact: string[] }[]> {
  const clauses = clausesOf(cell, models);
  const silent = models.find((one) => clauseFor(clauses, one) === undefined);
  if (silent) throw new Error(`"${cell}" says nothing of ${silent.column}: ${silent.model}`);
  return Promise.all(
    clauses.map(async (clause) => {
      const meant = models.filter((one) => clauseFor(clauses, one) === clause);
      if (meant.length === 0) throw new Error(`"${clause.text}" of "${cell}" speaks of no model`);
      const facts = await Promise.all(meant.map(async (one) => of(one)));
      const said = Object.keys(says).filter((value) => says[value].test(clause.text));
      return {
        text: clause.text,
        said: said.toSorted(),
        fact: [...new Set(facts.flat())].toSorted(),
      };
    }),
  );
}
