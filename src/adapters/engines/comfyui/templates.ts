import { cfgParam } from "../remote/diffusion.ts";
import type { Workflow, WorkflowSet } from "./workflow.ts";

const common = {
  checkpoint: { class_type: "CheckpointLoaderSimple", inputs: { ckpt_name: "" } },
  positive: { class_type: "CLIPTextEncode", inputs: { text: "", clip: ["checkpoint", 1] } },
  negative: { class_type: "CLIPTextEncode", inputs: { text: "", clip: ["checkpoint", 1] } },
  decode: { class_type: "VAEDecode", inputs: { samples: ["sampler", 0], vae: ["checkpoint", 2] } },
  // Its files are temporary: the server deletes them when it starts. SaveImage keeps members' pictures for good.
  save: { class_type: "PreviewImage", inputs: { images: ["decode", 0] } },
};

const places = {
  prompt: ["positive", "text"],
  negative: ["negative", "text"],
  seed: ["sampler", "seed"],
  steps: ["sampler", "steps"],
  checkpoint: ["checkpoint", "ckpt_name"],
  output: "save",
} satisfies Partial<Workflow["bindings"]>;

type Sampling = {
  cfg: number;
  sampler: string;
  scheduler: string;
  positive: [string, number];
  inputs: Workflow["inputs"];
};

const names = (id: "sampler" | "scheduler", label: string, input: string) =>
  ({
    id,
    label,
    bind: ["sampler", input],
    kind: "choice",
    group: "sampling",
    advanced: true,
  }) satisfies Workflow["inputs"][number];
const ways = [
  names("sampler", "Sampler", "sampler_name"),
  names("scheduler", "Scheduler", "scheduler"),
];

function samplerNode(sampling: Sampling, latent: [string, number]) {
  return {
    class_type: "KSampler",
    inputs: {
      seed: 0,
      steps: 20,
      cfg: sampling.cfg,
      sampler_name: sampling.sampler,
      scheduler: sampling.scheduler,
      denoise: 1,
      model: ["checkpoint", 0],
      positive: sampling.positive,
      negative: ["negative", 0],
      latent_image: latent,
    },
  };
}

function fromWords(sampling: Sampling, extra: Workflow["graph"], latentClass: string): Workflow {
  return {
    graph: {
      ...common,
      ...extra,
      latent: { class_type: latentClass, inputs: { width: 1024, height: 1024, batch_size: 1 } },
      sampler: samplerNode(sampling, ["latent", 0]),
    },
    bindings: { ...places, width: ["latent", "width"], height: ["latent", "height"] },
    inputs: sampling.inputs,
    references: [],
  };
}

function fromPicture(sampling: Sampling, extra: Workflow["graph"]): Workflow {
  return {
    graph: {
      ...common,
      ...extra,
      load: { class_type: "LoadImage", inputs: { image: "" } },
      scale: {
        class_type: "ImageScale",
        inputs: {
          upscale_method: "lanczos",
          width: 1024,
          height: 1024,
          crop: "center",
          image: ["load", 0],
        },
      },
      latent: { class_type: "VAEEncode", inputs: { pixels: ["scale", 0], vae: ["checkpoint", 2] } },
      sampler: samplerNode(sampling, ["latent", 0]),
    },
    bindings: {
      ...places,
      image: ["load", "image"],
      width: ["scale", "width"],
      height: ["scale", "height"],
      denoise: ["sampler", "denoise"],
    },
    inputs: sampling.inputs,
    references: [],
  };
}

/** The same, drawing only where a mask is white; what was there is what it begins with. */
function withinMask(sampling: Sampling, extra: Workflow["graph"]): Workflow {
  const { graph, bindings, inputs } = fromPicture(sampling, extra);
  return {
    graph: {
      ...graph,
      mask: { class_type: "LoadImageMask", inputs: { image: "", channel: "red" } },
      masked: {
        class_type: "SetLatentNoiseMask",
        inputs: { samples: ["latent", 0], mask: ["mask", 0] },
      },
      sampler: samplerNode(sampling, ["masked", 0]),
    },
    bindings: { ...bindings, mask: ["mask", "image"] },
    inputs,
    references: [],
  };
}

const diffusion: Sampling = {
  cfg: 7,
  sampler: "dpmpp_2m",
  scheduler: "karras",
  positive: ["positive", 0],
  inputs: [
    ...ways,
    {
      bind: ["sampler", "cfg"],
      id: "cfg",
      label: cfgParam.label,
      kind: "float",
      group: "sampling",
      advanced: true,
      min: cfgParam.min,
      max: cfgParam.max,
      step: cfgParam.step,
    },
  ],
};
/** Distilled guidance: cfg stays at 1 and the guidance travels in the conditioning. */
const flow: Sampling = {
  cfg: 1,
  sampler: "euler",
  scheduler: "simple",
  positive: ["guidance", 0],
  inputs: [
    ...ways,
    {
      bind: ["guidance", "guidance"],
      id: "guidance",
      label: "Distilled guidance",
      kind: "float",
      group: "sampling",
      advanced: true,
      min: 0,
      max: 20,
      step: 0.1,
    },
  ],
};
const guidance = {
  guidance: {
    class_type: "FluxGuidance",
    inputs: { guidance: 3.5, conditioning: ["positive", 0] },
  },
};

/** Workflows we ship, by the name in the settings: checkpoints of the SD 1.5 and SDXL kind, and FLUX in one file. */
export const templates: Readonly<Record<"checkpoint" | "flux", WorkflowSet>> = {
  checkpoint: {
    txt2img: fromWords(diffusion, {}, "EmptyLatentImage"),
    img2img: fromPicture(diffusion, {}),
    inpaint: withinMask(diffusion, {}),
  },
  flux: {
    txt2img: fromWords(flow, guidance, "EmptySD3LatentImage"),
    img2img: fromPicture(flow, guidance),
    inpaint: withinMask(flow, guidance),
  },
};
