/** How the double of sd-server is started: its own flags, `--`, and then the arguments of the real one, checked as it does and more. */

import { readFileSync } from "node:fs";

/** As print_usage and exit(1) do: an argument that is not known ends it. */
function refuse(reason: string): never {
  process.stderr.write(`[ERROR] error: ${reason}\n`);
  process.stdout.write("Usage: sd-server [options]\n");
  process.exit(1);
}

const withValue = new Set([
  "--listen-ip",
  "--listen-port",
  "--lora-model-dir",
  "--model",
  "--diffusion-model",
  "--llm",
  "--vae",
  "--taesd",
  "--threads",
]);
const alone = new Set(["--diffusion-fa", "--force-sdxl-vae-conv-scale"]);
/** What a shell tells its children by itself. */
const ofShells = new Set(["PWD", "OLDPWD", "SHLVL", "_"]);

function optionsOf(given: readonly string[]): Map<string, string> {
  const options = new Map<string, string>();
  for (let at = 0; at < given.length; at += 1) {
    const name = given[at];
    if (options.has(name)) refuse(`${name} is there twice`);
    if (alone.has(name)) options.set(name, "");
    else if (withValue.has(name) && at + 1 < given.length) {
      at += 1;
      options.set(name, given[at]);
    } else refuse(`unknown argument: ${name}`);
  }
  return options;
}

/** Ends the process where the real one would, and where it is not confined as it should be. */
export function startedWith(args: readonly string[]) {
  const split = args.indexOf("--");
  const flags = args.slice(0, split);
  const given = args.slice(split + 1);
  // As it was when it began: libraries of ours add to it.
  const environment = readFileSync("/proc/self/environ", "utf8").split("\0").filter(Boolean);
  const told = environment.map((line) => line.split("=")[0]).filter((name) => !ofShells.has(name));
  if (told.length > 0) refuse(`it was told of ${told.join(", ")}`);
  const options = optionsOf(given);
  const model = options.get("--model") ?? options.get("--diffusion-model");
  if (model === undefined) refuse("required: model_path/diffusion_model");
  if (options.get("--listen-ip") !== "127.0.0.1") refuse("it would be reached from elsewhere");
  return { flags, options, model };
}
