import type { Message, Part } from "../../src/language/message-format.ts";

/** A string as the minifier writes it. */
export const quote = (text: string) => `\`${templateText(text)}\``;

const templateText = (text: string) =>
  text
    .replaceAll("\\", "\\\\")
    .replaceAll("`", "\\`")
    .replaceAll("${", "\\${")
    .replaceAll("\r", "\\r");

type Target = { intl: string };

/** How often each argument occurs in what is written. */
function uses(parts: Message, counts: Map<number, number> = new Map()): Map<number, number> {
  const note = (at: number, times = 1) => counts.set(at, (counts.get(at) ?? 0) + times);
  for (const part of parts) {
    if (typeof part === "string") continue;
    if ("argument" in part) note(part.argument);
    else if ("count" in part) note(part.count);
    else if ("content" in part) uses(part.content, counts);
    else {
      note(part.plural, 2);
      for (const form of Object.values(part.forms)) uses(form, counts);
    }
  }
  return counts;
}

function pluralCode(
  { plural, forms }: Extract<Part, { plural: number }>,
  values: readonly string[],
  target: Target,
): string {
  const form = (parts: readonly Part[]) => textCode(parts, values, target);
  const { other, ...named } = forms;
  const isAlike = Object.values(named).every(
    (each) => JSON.stringify(each) === JSON.stringify(other),
  );
  if (isAlike) return form(other);
  // Languages with two forms use them as English does.
  const isSimple = ["en", "de"].includes(target.intl) && Object.keys(named).join() === "one";
  if (isSimple) return `(${values[plural]}===1?${form(named["one"])}:${form(other)})`;
  const rule = `new Intl.PluralRules(${quote(target.intl)}).select(${values[plural]})`;
  const cases = Object.entries(named).map(([name, parts]) => `${quote(name)}:()=>${form(parts)}`);
  return `({${cases.map((each) => each.replace(/^`(\w+)`/, "$1")).join()}}[${rule}]??(()=>${form(other)}))()`;
}

function textCode(parts: Message, values: readonly string[], target: Target): string {
  const pieces = parts.map((part): { literal: string } | { code: string } => {
    if (typeof part === "string") return { literal: templateText(part) };
    if ("argument" in part) return { code: values[part.argument] };
    if ("count" in part) {
      const count = values[part.count];
      // A number and a point is a number with decimals.
      const counted = /^\d+$/.test(count) ? `(${count})` : count;
      return { code: `${counted}.toLocaleString(${quote(target.intl)})` };
    }
    if ("element" in part) throw new Error("an element in a message that is text");
    return { code: pluralCode(part, values, target) };
  });
  if (pieces.length === 1 && "code" in pieces[0] && "plural" in (parts[0] as object))
    return pieces[0].code;
  return `\`${pieces.map((piece) => ("literal" in piece ? piece.literal : `\${${piece.code}}`)).join("")}\``;
}

const isName = (code: string) => /^[\w$]+(\.[\w$]+)*$/.test(code);

/**
 * A message as an expression of JavaScript.
 * @param values the arguments' code; one that is written more than once is computed once
 */
export function compileText(message: Message, values: readonly string[], target: Target): string {
  const counts = uses(message);
  const again = values.flatMap((code, i) => ((counts.get(i) ?? 0) > 1 && !isName(code) ? [i] : []));
  if (again.length === 0) return textCode(message, values, target);
  const named = values.map((code, i) => (again.includes(i) ? `$${i}` : code));
  const names = again.map((i) => `$${i}`).join();
  return `((${names})=>${textCode(message, named, target)})(${again.map((i) => values[i]).join()})`;
}

/** How nodes are written: as values of JavaScript, or as children in JSX. */
export type NodeStyle = {
  element(element: number, content: string): string;
  join(nodes: readonly string[]): string;
};

/** A message with elements, as nodes. */
export function compileNodes(
  message: Message,
  values: readonly string[],
  style: NodeStyle,
  target: Target,
): string {
  return style.join(
    message.map((part) => {
      if (typeof part === "string") return quote(part);
      if ("argument" in part) return values[part.argument];
      if ("content" in part) {
        return style.element(part.element, compileNodes(part.content, values, style, target));
      }
      return textCode([part], values, target);
    }),
  );
}
