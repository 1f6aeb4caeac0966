import { t } from "#app/language/message.ts";

/** How a picture was made, as far as the viewer may know. */
export type Made = {
  prompt?: string | null;
  strength?: number;
  aspect?: string;
  styleKit?: string;
  engine?: { label?: string };
  /** The scale factor of each side, for a picture that was only enlarged. */
  enlarged?: number;
};

const mostWords = 5;
/** Words that do not describe a change on their own. */
const small = new Set("a an the of and or with in on at by to from for its is are".split(" "));

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}'’-]+/gu) ?? [];

/** Words that only one of the prompts has, in order, without stop words. */
function fresh(prompt: string, before: string): string[] {
  const had = new Set(wordsOf(before));
  const seen = new Set<string>();
  return wordsOf(prompt).filter((word) => {
    if (had.has(word) || small.has(word) || seen.has(word)) return false;
    seen.add(word);
    return true;
  });
}

/** A short label of what changed between a picture and one made from it. */
export function threadLabel(made: Made, from: Made | undefined): string {
  const { prompt } = made;
  if (made.enlarged) return t`${made.enlarged} times the size`;
  if (prompt) {
    const added = fresh(prompt, from?.prompt ?? "");
    if (added.length > 0) return added.slice(0, mostWords).join(" ");
    const dropped = from?.prompt ? fresh(from.prompt, prompt) : [];
    if (dropped.length > 0) return t`without ${dropped.slice(0, mostWords - 1).join(" ")}`;
  }
  if (made.styleKit && made.styleKit !== from?.styleKit) return made.styleKit;
  if (made.aspect && from?.aspect && made.aspect !== from.aspect) return t`in ${made.aspect}`;
  const { label } = made.engine ?? {};
  if (label && from?.engine?.label && label !== from.engine.label) return t`by ${label}`;
  if (made.strength !== undefined) return t`strength ${Math.round(made.strength * 100)}`;
  return "again";
}

type Named = { label: string; made: Made };

const percentOf = ({ strength }: Made) =>
  strength === undefined ? null : t`strength ${Math.round(strength * 100)}`;

/** What tells pictures of the same label apart, the most telling first. */
const apart: readonly ((made: Made) => string | null | undefined)[] = [
  percentOf,
  ({ aspect }) => aspect,
  ({ styleKit }) => styleKit,
  ({ engine }) => engine?.label,
];

/** The labels of pictures made from the same one, where no two are the same. */
export function siblingLabels(siblings: readonly Named[]): string[] {
  const groups = Map.groupBy(siblings, ({ label }) => label);
  return siblings.map((one) => {
    const alike = groups.get(one.label) ?? [];
    if (alike.length === 1) return one.label;
    const differing = apart.flatMap((tell) =>
      new Set(alike.map(({ made }) => tell(made))).size > 1 ? (tell(one.made) ?? []) : [],
    );
    const said = [one.label, ...differing.filter((each) => each !== one.label)].join(", ");
    const same = alike.filter(({ made }) => apart.every((tell) => tell(made) === tell(one.made)));
    return same.length === 1 ? said : t`${said}, ${same.indexOf(one) + 1} of ${same.length}`;
  });
}
