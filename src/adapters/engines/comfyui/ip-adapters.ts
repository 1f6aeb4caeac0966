/**
 * References in our own workflow for checkpoints, by the nodes of ComfyUI_IPAdapter_plus: IPAdapterUnifiedLoader and
 * IPAdapterAdvanced (IPAdapterPlus.py). The loader finds its files by their names (utils.py, `get_ipadapter_file` and
 * `get_clipvision_file`), by the architecture of the checkpoint, which is not told: a server is taken to have references
 * where it has the files of both.
 */
import type { ReferenceOffer, ReferencePicture, ReferenceRole } from "#app/rules/references.ts";
import type { Signals } from "../remote/call.ts";
import { weightOf } from "../remote/references.ts";
import type { ComfyServer } from "./server.ts";
import type { Workflow } from "./workflow.ts";

const loader = "IPAdapterUnifiedLoader";
const apply = "IPAdapterAdvanced";
const preset = "PLUS (high strength)";
const scaling = "V only";
const combining = "concat";
const most = 4;

const sd15File = /ip.adapter.plus.sd15\.(?:safetensors|bin)$/i;
const sdxlFile = /plus.sdxl.vit.h\.(?:safetensors|bin)$/i;
const visionFile = /(?:ViT.H.14.*s32B.b79K|ipadapter.*sd15|sd1.?5.*model)\.(?:bin|safetensors)/i;

/** What the node does with a picture, by the role. None gives the colours alone. */
const weightTypes: Partial<Record<ReferenceRole, string>> = {
  subject: "linear",
  style: "style transfer",
  composition: "composition",
};

/** The roles that a server's nodes and files give; null for none. @throws EngineError when the server cannot be asked */
export async function offeredByNodes(
  server: ComfyServer,
  signals: () => Signals,
): Promise<ReferenceOffer | null> {
  const [presets, types, files, visions] = await Promise.all([
    server.choices(loader, "preset", signals()),
    server.choices(apply, "weight_type", signals()),
    server.choices("IPAdapterModelLoader", "ipadapter_file", signals()),
    server.choices("CLIPVisionLoader", "clip_name", signals()),
  ]);
  const has = (names: readonly string[], name: RegExp) => names.some((each) => name.test(each));
  const isWhole =
    presets.includes(preset) &&
    has(files, sd15File) &&
    has(files, sdxlFile) &&
    has(visions, visionFile);
  const roles = Object.entries(weightTypes).filter(([, type]) => types.includes(type));
  if (!isWhole || roles.length === 0) return null;
  return {
    roles: Object.fromEntries(roles.map(([role]) => [role, most])),
    max: most,
    weights: true,
  };
}

/**
 * The graph with a chain of adapters between the checkpoint and the sampler.
 * @param files names of the references on the server, in their order
 */
export function withAdapters(
  graph: Workflow["graph"],
  references: readonly ReferencePicture[],
  files: readonly string[],
): Workflow["graph"] {
  if (references.length === 0) return graph;
  const added: Workflow["graph"] = {
    adapter: { class_type: loader, inputs: { preset, model: ["checkpoint", 0] } },
  };
  let model: [string, number] = ["adapter", 0];
  for (const [index, reference] of references.entries()) {
    added[`reference-${index}`] = { class_type: "LoadImage", inputs: { image: files[index] } };
    added[`apply-${index}`] = {
      class_type: apply,
      inputs: {
        model,
        ipadapter: ["adapter", 1],
        image: [`reference-${index}`, 0],
        weight: weightOf(reference),
        weight_type: weightTypes[reference.role],
        combine_embeds: combining,
        start_at: 0,
        end_at: 1,
        embeds_scaling: scaling,
      },
    };
    model = [`apply-${index}`, 0];
  }
  const { sampler } = graph;
  return {
    ...graph,
    ...added,
    sampler: { ...sampler, inputs: { ...sampler.inputs, model } },
  };
}
