import { expect, test } from "vitest";
import { reweighted, weightIn, withoutWeights } from "./prompt-weights.ts";

test.each([
  ["a (red fox:1.2) at dawn", "(red fox:1.2)", "a red fox at dawn"],
  ["(fox: 2), (owl:0.5)", "(fox: 2)", "fox, owl"],
  ["a map (scale 1:50), framed (3:2)", null, "a map (scale 1:50), framed (3:2)"],
  [String.raw`a \(fox:1.2) and (a fox)`, null, String.raw`a \(fox:1.2) and (a fox)`],
])("weights in %s", (prompt, found, plain) => {
  expect(weightIn(prompt)).toBe(found);
  expect(withoutWeights(prompt)).toBe(plain);
});

test.each([
  ["a [red fox] runs", 1, "a ([red fox]:1.1) runs"],
  ["a ([red fox]:1.1) runs", 1, "a ([red fox]:1.2) runs"],
  ["a ([red fox]:1.1) runs", -1, "a [red fox] runs"],
  ["a [red fox] runs", -1, "a ([red fox]:0.9) runs"],
  ["a[ red ]fox", 1, "a ([red]:1.1) fox"],
  ["a re[]d fox", 1, null],
  ["a ([fox]:2) b", 1, "a ([fox]:2) b"],
  ["a ([fox]:0.1) b", -1, "a ([fox]:0.1) b"],
  ["a [ ] b", 1, null],
  ["a [(fox] b", 1, null],
] as const)("%s by %i is %s", (before, direction, after) => {
  const from = before.indexOf("[");
  const text = before.replace("[", "").replace("]", "");
  const changed = reweighted({ text, from, to: before.indexOf("]") - 1 }, direction);
  const marked =
    changed &&
    `${changed.text.slice(0, changed.from)}[${changed.text.slice(changed.from, changed.to)}]${changed.text.slice(changed.to)}`;
  expect(marked).toBe(after);
});
