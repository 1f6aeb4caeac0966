import { setTimeout as sleep } from "node:timers/promises";
import { audited } from "#app/features/admin/commands.ts";
import { changeModel, wantModel } from "#app/features/models/commands.ts";
import { runModels } from "#app/features/models/jobs.ts";
import { machineFacts, modelList, type ListedModel } from "#app/features/models/queries.ts";
import { statementsOf } from "#app/features/models/queries/statements.ts";
import type { OpenServices } from "#app/open-services.ts";
import { byteSize } from "#app/rules/byte-size.ts";
import { misfitOf, modelStateText, roughTime, type ModelAction } from "#app/rules/model-states.ts";
import { printable, text, UsageError, type Command, type Options } from "./command.ts";

const by = { system: "operator" as const, audited };
/** How often progress is looked at, in ms. */
const lookMs = 500;

/** Actions of the command line by their names there; those that take long are waited for. */
const actions: Readonly<Record<string, { action: ModelAction; waits: boolean }>> = {
  pause: { action: "pause", waits: false },
  resume: { action: "resume", waits: true },
  cancel: { action: "cancel", waits: false },
  retry: { action: "retry", waits: true },
  verify: { action: "verify", waits: true },
  bench: { action: "measure", waits: true },
  offer: { action: "offer", waits: false },
  withdraw: { action: "withdraw", waits: false },
  remove: { action: "remove", waits: false },
  restore: { action: "restore", waits: false },
};

/** @throws Error where the catalogue has no such model */
async function find(services: OpenServices, id: string): Promise<ListedModel> {
  const model = (await modelList(services)).items.find((one) => one.id === id);
  if (!model) throw new Error(`There is no model ${printable(id)}; "models list" names all.`);
  return model;
}

function lineOf(model: ListedModel): string {
  const { id, label, bytes, seconds, reason } = model;
  const size = bytes === null ? "size told by the hub" : byteSize(bytes);
  const pace = seconds === null ? "" : `, about ${roughTime(seconds)} a picture`;
  const why = reason === null ? "" : `: ${printable(reason)}`;
  return `${printable(id)}  ${printable(label)}  ${size}${pace}  ${modelStateText(model)}${why}`;
}

async function list(services: OpenServices): Promise<number> {
  const [{ items, disk }, { device, runtime, ram }] = await Promise.all([
    modelList(services),
    machineFacts(services),
  ]);
  console.log(`${byteSize(disk.free)} of disk free; ${printable(device.name)}`);
  if (device.hint !== null) console.log(device.hint);
  if (runtime.reason !== null) console.log(`Models cannot draw here: ${runtime.reason}.`);
  const machine = { free: disk.free, ram, hasCard: device.kind === "gpu" };
  for (const model of items) {
    const misfit = model.state === "available" ? misfitOf(model, machine) : null;
    console.log(misfit === null ? lineOf(model) : `${lineOf(model)}: ${misfit}`);
  }
  return 0;
}

const isOver = ({ state }: ListedModel) => state !== "queued" && state !== "working";

/**
 * Says how far a model is until that is over. The work is done here where no server does it.
 * @returns the exit status
 */
async function follow(services: OpenServices, id: string): Promise<number> {
  const ending = new AbortController();
  const stop = () => ending.abort();
  process.once("SIGINT", stop);
  let said = "";
  let working: Promise<void> | null = null;
  try {
    for (;;) {
      const model = await find(services, id);
      const line = lineOf(model);
      if (line !== said) console.log(line);
      said = line;
      if (isOver(model)) return model.state === "ready" ? 0 : 1;
      if (ending.signal.aborted) {
        console.log("It waits: a server that runs goes on with it.");
        return 1;
      }
      working ??= runModels(services, ending.signal).finally(() => {
        working = null;
      });
      await Promise.race([working, sleep(lookMs)]);
      await sleep(lookMs);
    }
  } finally {
    process.off("SIGINT", stop);
    stop();
    await working;
  }
}

/** The hashes to be pinned: those of --pin, in the order of the files. */
async function hashesFor(services: OpenServices, model: ListedModel, options: Options) {
  const { id, unknownFiles } = model;
  if (unknownFiles.length === 0) return {};
  if (options.pin === undefined) {
    const stated = await statementsOf(services, id, AbortSignal.timeout(30_000));
    console.log("The catalogue has no hash of these files. The hub states:");
    for (const { path, sha256, bytes } of stated) {
      console.log(`  ${printable(path)}  ${byteSize(bytes)}  ${sha256}`);
    }
    const pins = stated.map(({ sha256 }) => sha256).join(",");
    console.log(`Confirm them with --pin ${pins}`);
    return null;
  }
  const pins = text(options, "pin").split(",");
  if (pins.length !== unknownFiles.length || pins.some((pin) => !/^[0-9a-f]{64}$/.test(pin))) {
    throw new UsageError(`--pin is ${unknownFiles.length} hashes of 64 hexadecimal digits`);
  }
  return Object.fromEntries(unknownFiles.map((path, index) => [path, pins[index]]));
}

async function add(services: OpenServices, id: string, options: Options): Promise<number> {
  const model = await find(services, id);
  const { licence } = model;
  if (options.accept === undefined) {
    console.log(`${printable(licence.spdx)}: ${printable(licence.sentence)}`);
    console.log(printable(licence.url));
    console.log(`Accept it with --accept ${printable(licence.spdx)}`);
    return 1;
  }
  const hashes = await hashesFor(services, model, options);
  if (hashes === null) return 1;
  await wantModel(services, id, { licence: text(options, "accept"), hashes }, by);
  return follow(services, id);
}

/** Takes over files of models from a folder, such as ComfyUI's. */
async function importFrom(services: OpenServices, folder: string): Promise<number> {
  const { modelFiles } = services;
  const catalogue = await modelFiles.catalogue();
  const wanted = catalogue.flatMap(({ files }) => files);
  const found = await modelFiles.importFolder(
    folder,
    wanted,
    new AbortController().signal,
    () => undefined,
  );
  for (const { file, path, sha256, bytes } of found) {
    console.log(`${printable(file.path)}  ${byteSize(bytes)}  ${sha256}  ${printable(path)}`);
  }
  if (found.length === 0) console.log("No file of the catalogue is in this folder.");
  for (const { id, files, licence } of catalogue) {
    const here = files.map((file) =>
      found.find(({ file: { repo, path } }) => repo === file.repo && path === file.path),
    );
    if (here.some((one) => one === undefined)) continue;
    const unknown = here.filter((_, index) => files[index].sha256 === null);
    const pin = unknown.length === 0 ? "" : ` --pin ${unknown.map((one) => one?.sha256).join(",")}`;
    console.log(
      `All of ${printable(id)} is here: models add ${printable(id)} --accept ${printable(licence.spdx)}${pin}`,
    );
  }
  return found.length > 0 ? 0 : 1;
}

/** Models that draw on this machine: what the page Admin, Models does, also while no server runs. */
export const command: Command = {
  usage: `list | add MODEL [--accept LICENCE] [--pin HASH,…] | import FOLDER | ${Object.keys(actions).join("|")} MODEL`,
  options: { action: "string", name: "string", accept: "string", pin: "string" },
  required: ["action"],
  positional: ["action", "name"],
  async run(services, options) {
    const what = text(options, "action");
    if (what === "list") return list(services);
    if (options.name === undefined) throw new UsageError(`${printable(what)} needs a name`);
    const id = text(options, "name");
    if (what === "add") return add(services, id, options);
    if (what === "import") return importFrom(services, id);
    if (!Object.hasOwn(actions, what)) throw new UsageError(`There is no "${printable(what)}"`);
    const { action, waits } = actions[what];
    await find(services, id);
    await changeModel(services, id, action, by);
    return waits ? follow(services, id) : list(services);
  },
};
