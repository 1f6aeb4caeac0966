/** The kinds of services that an operator can set up, in the environment or in the browser (docs/engines.md). */

export const engineKinds = ["openai", "runware", "comfyui", "sdapi"] as const;
export type EngineKind = (typeof engineKinds)[number];

/** Addresses of the cloud services; one that has an address here bills unless it is said otherwise. */
export const kindUrls: Partial<Record<EngineKind, string>> = {
  openai: "https://api.openai.com/v1",
  runware: "https://api.runware.ai/v1",
};

export const kindLabels: Record<EngineKind, string> = {
  openai: "OpenAI Images",
  runware: "Runware",
  comfyui: "ComfyUI",
  sdapi: "Stable Diffusion",
};

/** Requests at once: a cloud service takes several, one card on a server of one's own draws one after the other. */
export const usualConcurrency: Record<EngineKind, number> = {
  openai: 4,
  runware: 4,
  comfyui: 2,
  sdapi: 1,
};

/** Seconds one picture may take unless it is said otherwise. */
export const usualDeadline = 300;

/** The kinds that cannot do without a key, and without a list of models. */
export const needsKey = (kind: EngineKind): boolean => kind === "runware";
export const needsModels = (kind: EngineKind): boolean => kind === "openai";

/** Workflows of ours for ComfyUI. */
export const ownWorkflows = ["checkpoint", "flux"] as const;

/** What an admin can choose as the workflow of a ComfyUI engine: one of ours, or a file of their own. */
export const engineWorkflows = [...ownWorkflows, "file"] as const;
export type EngineWorkflow = (typeof engineWorkflows)[number];

/** Characters of a workflow file and of its name. */
export const workflowLimits = { text: 500_000, name: 120 } as const;

/** Seconds a picture may take, and requests at once. */
export const engineLimits = {
  deadline: { min: 5, max: 3600 },
  concurrency: { min: 1, max: 32 },
} as const;
