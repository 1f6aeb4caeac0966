/** The tables of docs/engines.md, held against what the engines describe and do, and against the tests that they name. */
import { existsSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { claimsOf, type Facts, offeredOrNot } from "#tests/harness/documented-claims.ts";
import { drawings } from "#tests/harness/documented-drawing.ts";
import {
  type Documented,
  documentedEngines,
  tableBelow,
} from "#tests/harness/documented-engines.ts";
import { type ReferenceRole, referenceRoles } from "#app/rules/references.ts";

const root = new URL("../../../", import.meta.url);
const opened = await documentedEngines();
afterAll(() => opened.close());
const { models } = opened;

const columns = [...new Set(models.map(({ column }) => column))];

/** The models that a heading names: a column's, or those of some of its servers. */
function modelsOf(heading: string): Documented[] {
  const names = heading.split(", ").map((name) => name.replace(/ from [\d.]+$/, ""));
  return models.filter(
    ({ column, subjects }) => column === heading || subjects.some((name) => names.includes(name)),
  );
}

const drawn = drawings();

/** The forms in which pictures are kept: the one that is asked for, else whatever comes. */
const forms: Facts = {
  of: async (one) => {
    const { image, sent } = await drawn(one);
    if (image?.keepAs === "jpeg") return ["JPEG"];
    return /output_?format"?[^\w]+png/i.test(sent) ? ["PNG"] : ["PNG", "WebP"];
  },
  says: { JPEG: /JPEG/, PNG: /PNG/, WebP: /WebP/ },
};

const ways = {
  cancel: {
    of: ({ can }) => [can.cancelIsShared ? "shared" : can.cancel],
    says: {
      immediate: /^(?:at once|ours alone|our (?:prompt|task) alone)/,
      disconnect: /^by disconnecting|connection is closed|the picture is drawn, unread/,
      none: /^refused: no such task|^the task runs on/,
      shared: /never/,
    },
  },
  progress: {
    of: ({ can }) => [can.progress],
    says: {
      stages: /^by stage/,
      partials: /partial pictures/,
      "per-image": /^by time|^by picture/,
      percent: /^by (?:node and )?step|percent/,
      none: /^none|^refused/,
    },
  },
  avoided: {
    of: ({ can }) => [can.negativePrompt],
    says: {
      native: /^(?:yes|own field)/,
      "in-prompt": /^said inside the prompt/,
      none: /^no\b|^refused|^drops|\bby model\b/,
    },
  },
} satisfies Record<string, Facts>;

const takenUp = offeredOrNot(({ can }) => can.resumable, /^drawn again/);

/** What holds for a row; every row needs an entry here or among `heldElsewhere`. */
const byFeature: Record<string, Facts> = {
  "models listed": {
    of: async ({ nowhere }) => {
      if (nowhere === null) return ["one"];
      const isAsked = await nowhere.capabilities().then(
        () => false,
        () => true,
      );
      return [isAsked ? "asked" : "set up"];
    },
    says: { one: /^one$/, asked: /^asked/, "set up": /^as set up/ },
  },
  "features by model": {
    of: ({ column }) => {
      const kinds = modelsOf(column).map(({ can }) => JSON.stringify({ ...can, models: [] }));
      return [new Set(kinds).size > 1 ? "many" : "one"];
    },
    says: { one: /^one$/, many: /^by its/ },
  },
  "from a picture": offeredOrNot(({ can }) => can.img2img),
  strength: offeredOrNot(({ can }) => can.strength),
  progress: ways.progress,
  previews: offeredOrNot(({ can }) => can.previews),
  cancel: ways.cancel,
  "taken up after a restart": takenUp,
  references: {
    of: ({ can: { references } }) => {
      if (references === null) return ["none"];
      if (!references.weights) return ["words"];
      return [references.roles.palette === undefined ? "adapters" : "own"];
    },
    says: {
      none: /^refused|\bby model\b|^where\b/,
      words: /\bin words\b/,
      adapters: /\badapters\b/,
      own: /^palette, composition$/,
    },
  },
  masks: offeredOrNot(({ can }) => can.mask),
  "beyond the edges": offeredOrNot(({ can }) => can.extend),
  "weights of words": offeredOrNot(({ can }) => can.weights),
  "several pictures": {
    of: ({ can }) => [can.maxImagesPerCall > 1 ? "by one call" : "a call each"],
    says: {
      "by one call": /^one after the other/,
      "a call each": /^a (?:request|task|prompt) each/,
    },
  },
  enlarging: {
    of: ({ can, engine }) => [can.upscale && engine.upscale ? "itself" : "helper"],
    says: { itself: /^draws again/, helper: /^by the helper/ },
  },
  "lossless, alpha": forms,
};

/** Rows that say what no model describes, with the test that holds them. */
const heldElsewhere: Record<string, string> = {
  "alternatives, lists and grids": "texts.test.ts draws each picture from its own words",
  "what a service is told of a member": "params.test.ts reads what is sent",
  "nothing of a member stays there": "params.test.ts looks at what the double keeps",
};

const whatEachCanDo: Record<string, Facts> = {
  "from words": offeredOrNot(({ can }) => can.txt2img),
  "from a picture": byFeature["from a picture"],
  "words to avoid": ways.avoided,
  seed: offeredOrNot(({ can }) => can.seed),
  progress: ways.progress,
  cancel: ways.cancel,
  "taken up again after a restart": takenUp,
  "what it reports of the costs": {
    of: async (one) => {
      const { image } = await drawn(one);
      if (image === undefined) return [];
      const { usage, cost, requestId } = image.providerMeta;
      const all = { tokens: usage, dollars: cost, id: requestId };
      const told = Object.entries(all).flatMap(([name, value]) =>
        value === undefined ? [] : name,
      );
      return told.length > 0 ? told : ["nothing"];
    },
    says: { tokens: /tokens/, dollars: /US dollars/, id: /\bid\b/, nothing: /^nothing/ },
  },
};

const ofParameters: Record<string, Facts> = {
  seed: whatEachCanDo["seed"],
  "words to avoid": ways.avoided,
  weights: byFeature["weights of words"],
};

/** Columns that speak of no engine. */
const aside = new Set(["", "feature", "id", "tested", "tested in"]);

type Table = [heading: string, label: string, facts: Record<string, Facts>, held: object];
const tables: Table[] = [
  ["## By feature", "feature", byFeature, heldElsewhere],
  ["## What each can do", "", whatEachCanDo, {}],
  ["## Parameters", "id", ofParameters, {}],
];

test.each(tables)(
  "ST-07 each cell of %s in docs/engines.md says what the models of its column say",
  async (heading, label, facts, held) => {
    // Rows of single parameters are below; those of your own are declared by whoever set the workflow up.
    const rows = tableBelow(heading).filter((row) => !/^`|^your own$/.test(row.get(label) ?? ""));
    const names = rows.map((row) => row.get(label) ?? "");
    expect(names.toSorted()).toEqual([...Object.keys(facts), ...Object.keys(held)].toSorted());
    const said: object[] = [];
    const found: object[] = [];
    for (const row of rows) {
      const name = row.get(label) ?? "";
      if (!(name in facts)) continue;
      for (const [column, cell] of row) {
        if (aside.has(column)) continue;
        for (const claim of await claimsOf(cell, facts[name], modelsOf(column))) {
          said.push([name, column, claim.text, claim.said]);
          found.push([name, column, claim.text, claim.fact]);
        }
      }
    }
    expect(said).toEqual(found);
  },
);

/** What a cell of "## Parameters" says where nothing is offered. */
const refusing = /^(?:has none|no such field|refused|by a workflow of your own)/;

test.each(columns)("ST-07 docs/engines.md says of %s which parameters it offers", (column) => {
  const ids = new Set(modelsOf(column).flatMap(({ can }) => can.params.map(({ id }) => id)));
  const rows = tableBelow("## Parameters").filter((row) => row.get("id")?.startsWith("`"));
  const told = rows.flatMap((row) =>
    refusing.test(row.get(column) ?? "refused") ? [] : [(row.get("id") ?? "").replaceAll("`", "")],
  );
  expect(told.toSorted()).toEqual([...ids].toSorted());
});

/** The models of a row of "## References". */
const referring: Record<string, (one: Documented) => boolean> = {
  Sketch: ({ column }) => column === "Sketch",
  "OpenAI: GPT Image": ({ subjects }) => subjects.includes("GPT Image"),
  "other compatible": ({ column, subjects }) =>
    column === "OpenAI-compatible" && !subjects.includes("GPT Image"),
  "Runware: see below": ({ subjects, model }) =>
    subjects.includes("models that read pictures") && model !== "runware:108@20",
  "Runware: others": ({ column, subjects }) =>
    column === "Runware" && !subjects.includes("models that read pictures"),
  ComfyUI: ({ subjects }) => subjects.includes("with the adapters"),
  "A1111, Forge": ({ subjects }) => subjects.includes("A1111") || subjects.includes("Forge"),
  "SD.Next": ({ subjects, model }) => subjects.includes("SD.Next") && /sdxl|v1-5/.test(model),
  "sd-server": ({ subjects, model }) => subjects.includes("sd-server") && /kontext/.test(model),
};

function saidOfRole(cell: string): string {
  if (cell === "refused" || cell === "told in words" || cell === "by adapter") return cell;
  return /^\d/.test(cell)
    ? `${Number.parseInt(cell)}${/words alone/.test(cell) ? " of words" : ""}`
    : cell;
}

function roleOf({ can: { references } }: Documented, role: ReferenceRole): string {
  const most = references?.roles[role];
  if (!references || most === undefined) return "refused";
  if (!references.weights) return "told in words";
  // As many as may come altogether is no number of the role's own.
  if (most === references.max) return "by adapter";
  return `${most}${references.wordsOnly?.includes(role) ? " of words" : ""}`;
}

test("ST-07 each cell of ## References in docs/engines.md says which roles are taken, and whether they are weighed", () => {
  const rows = tableBelow("## References").filter((row) => row.get("") !== "your own workflow");
  expect(rows.map((row) => row.get(""))).toEqual(Object.keys(referring));
  for (const row of rows) {
    const name = row.get("") ?? "";
    const found = models.filter(referring[name]);
    expect([name, found.length > 0]).toEqual([name, true]);
    for (const one of found) {
      expect([
        name,
        one.model,
        ...referenceRoles.map((role) => saidOfRole(row.get(role) ?? "")),
      ]).toEqual([name, one.model, ...referenceRoles.map((role) => roleOf(one, role))]);
      const weighed = one.can.references?.weights ? "yes" : "no";
      expect([name, one.model, row.get("weight")]).toEqual([name, one.model, weighed]);
    }
  }
});

test("ST-07 docs/engines.md says which form each engine's pictures are kept in, and who edits", async () => {
  const kept = tableBelow("## What is kept");
  expect(kept.map((row) => row.get("") ?? "").toSorted()).toEqual(columns.toSorted());
  const edits = tableBelow("## Edits");
  const said: object[] = [];
  const facts: object[] = [];
  const compare = async (row: Map<string, string>, column: string, fact: Facts) => {
    const name = row.get("") ?? "";
    const others = name === "other OpenAI-compatible servers";
    const found = others ? models.filter(referring["other compatible"]) : modelsOf(name);
    for (const claim of await claimsOf(row.get(column) ?? "", fact, found)) {
      said.push([name, column, claim.said]);
      facts.push([name, column, claim.fact]);
    }
  };
  for (const row of kept) await compare(row, "kept", forms);
  for (const row of edits) {
    await compare(row, "changes a part", byFeature["masks"]);
    await compare(row, "adds at the sides", byFeature["beyond the edges"]);
  }
  expect(said).toEqual(facts);
});

test.each(["## By feature", "## References"])(
  "ST-07 each row of %s in docs/engines.md names a test that is there",
  (heading) => {
    const rows = tableBelow(heading);
    expect(rows.length).toBeGreaterThan(3);
    for (const row of rows) {
      expect([...row.values()]).not.toContain("");
      const files = [...([...row.values()].at(-1) ?? "").matchAll(/`([^`]+\.test\.ts)`/g)];
      expect(files.length).toBeGreaterThan(0);
      for (const [, file] of files) {
        const path = /^(?:src|tests|packages)\//.test(file) ? file : `src/adapters/engines/${file}`;
        expect([path, existsSync(new URL(path, root))]).toEqual([path, true]);
      }
    }
  },
);
