/** ComfyUI servers, with our workflows or the operator's own. */
import { v5 as nameUuid } from "uuid";
import { checkWorkflows, paramsOf, placesToAsk } from "./comfyui/declared.ts";
import { followPrompt, type Followed, promptGone } from "./comfyui/follow.ts";
import { offeredByNodes, withAdapters } from "./comfyui/ip-adapters.ts";
import { listen } from "./comfyui/listen.ts";
import { describe, readsNegative, stepsOf } from "./comfyui/models.ts";
import { fillSlots, offeredBySlots } from "./comfyui/reference-slots.ts";
import { idsOf } from "./comfyui/prompt-ids.ts";
import { comfyServer } from "./comfyui/server.ts";
import { templates } from "./comfyui/templates.ts";
import { uploadsOf } from "./comfyui/uploads.ts";
import {
  fillWorkflow,
  type Workflow,
  workflowNames,
  type WorkflowSet,
} from "./comfyui/workflow.ts";
import {
  type Capabilities,
  type Engine,
  EngineError,
  type GenerateContext,
  type GeneratedImage,
  type GenerateRequest,
  type ModelInfo,
} from "./port.ts";
import { openRemote, type Signals, signalsFor } from "./remote/call.ts";
import { checkDefaults, healthWith, withDefaults } from "./remote/defaults.ts";
import { drawEach } from "./remote/fan-out.ts";
import { checkedPicture } from "./remote/image-bytes.ts";
import { stepsParam } from "./remote/diffusion.ts";
import { valuesFor } from "./remote/params.ts";
import { checkReferences } from "./remote/references.ts";
import { remembered } from "./remote/remembered.ts";
import type { RemoteSettings } from "./remote/settings.ts";
import { nearestSize } from "./remote/sizes.ts";

const sizes = { kind: "range", min: 256, max: 2048, multipleOf: 16, maxPixels: 4_194_304 } as const;
const withdrawEveryMs = 500;
const mostWithdrawals = 4;

/** A server that does not tell of its nodes, e.g. behind a proxy that hides them, has no lists. */
function unlisted(error: unknown): string[] {
  if (error instanceof EngineError && error.kind === "invalid-request") return [];
  throw error;
}

const isGivenUp = (error: unknown) =>
  error instanceof EngineError && (error.kind === "cancelled" || error.kind === "timeout");

/** @throws EngineError unsupported where there is none */
function workflowFor(workflows: WorkflowSet, { mode, mask }: GenerateRequest): Workflow {
  const workflow = mask ? workflows.inpaint : workflows[mode];
  if (workflow) return workflow;
  const what = mask ? "change a part of a picture" : "start from a picture";
  throw new EngineError("unsupported", `This engine cannot ${what}.`);
}

/**
 * Opens a ComfyUI engine. `baseUrl` is the server's root; a proxy's key travels in `headers`.
 * @throws WorkflowError when a binding or a declared input of a workflow leads nowhere
 */
export function createComfyEngine(settings: RemoteSettings, workflows: WorkflowSet): Engine {
  checkWorkflows(workflows);
  checkDefaults([...stepsOf(workflows), ...paramsOf(workflows, () => [])], settings.defaults);
  const remote = openRemote(settings);
  const server = comfyServer(remote);
  const never = new AbortController().signal;
  const socketBase = settings.baseUrl.replace(/^http/, "ws");

  const models = async (): Promise<readonly ModelInfo[]> => {
    if (settings.models.length > 0) return settings.models;
    const { graph, bindings } = workflows.txt2img;
    // A workflow that names its own weights needs no choice.
    if (!bindings.checkpoint) return [{ id: "workflow", label: settings.label }];
    const [node, input] = bindings.checkpoint;
    const found = await server.choices(graph[node].class_type, input, signalsFor(never, 10_000));
    return found.map((name) => ({ id: name, label: name.replace(/\.\w+$/, "") }));
  };

  /** Adapters are put into our own workflow for checkpoints, where the server has them. */
  const isAdapted = workflows === templates.checkpoint;
  const referencesOffered = () =>
    isAdapted
      ? offeredByNodes(server, () => signalsFor(never, 10_000)).catch((error: unknown) => {
          unlisted(error);
          return null;
        })
      : Promise.resolve(offeredBySlots(workflows));

  const offer = remembered(60_000, async () => {
    const asked = placesToAsk(workflows);
    const [found, references, ...lists] = await Promise.all([
      models(),
      referencesOffered(),
      ...asked.map(({ classType, input }) =>
        server.choices(classType, input, signalsFor(never, 10_000)).catch(unlisted),
      ),
    ]);
    const choices = new Map(
      asked.map((at, index) => [`${at.classType} ${at.input}`, lists[index]]),
    );
    const declared = paramsOf(workflows, (type, input) => choices.get(`${type} ${input}`) ?? []);
    const described = {
      models: found.map((model) => describe(model, workflows)),
      // Without a list the graph's own value stays.
      params: [
        ...stepsOf(workflows),
        ...declared.filter((param) => param.kind !== "choice" || param.choices.length > 0),
      ],
    };
    return { ...withDefaults(described, settings.defaults), references };
  });

  const types = [
    ...new Set(
      workflowNames.flatMap((name) =>
        Object.values(workflows[name]?.graph ?? {}).map((node) => node.class_type),
      ),
    ),
  ];
  /** Nodes of the workflows that the server does not have, in words. */
  const lacking = remembered(60_000, async (): Promise<string[]> => {
    const none = await server.missing(types, signalsFor(never, 10_000)).catch(unlisted);
    return none.length === 0 ? [] : [`The server has no node ${none.join(", ")}`];
  });

  const generate = async (request: GenerateRequest, context: GenerateContext) => {
    const workflow = workflowFor(workflows, request);
    const can = await capabilities();
    if (!can.models.some((model) => model.id === request.model)) {
      throw new EngineError("invalid-request", "This engine has no such model.");
    }
    checkReferences(can, request);
    const { steps = stepsParam.default, ...params } = valuesFor(can, request);
    const clientId = nameUuid("client", request.jobId);
    const followed = new Map<number, Followed>();
    const listener = listen(
      `${socketBase}/ws?clientId=${clientId}`,
      settings.headers,
      (frame) => followed.forEach((each) => each.take(frame)),
      () => followed.forEach((each) => each.recheck()),
    );
    const ids = idsOf(context.resumeToken);
    const size = nearestSize(request.width, request.height, sizes);

    const keepIds = () => context.saveResumeToken(JSON.stringify(Object.fromEntries(ids)));

    /**
     * Cancels a prompt that was aborted while it was being sent: the server may have it, or be about to. An older server
     * has it under an id of its own, found by our client id.
     */
    const withdraw = async (promptId: string, tried: number): Promise<void> => {
      const signals = signalsFor(never, 5000);
      const others = await server.idsOf(clientId, signals).catch(() => []);
      const kept = new Set(ids.values());
      let isDone = false;
      for (const id of new Set([promptId, ...others.filter((other) => !kept.has(other))])) {
        isDone = (await server.cancel(id, signals).catch(() => false)) || isDone;
      }
      if (isDone || tried === mostWithdrawals) return;
      setTimeout(() => void withdraw(promptId, tried + 1), withdrawEveryMs).unref();
    };

    const upload = uploadsOf(server, request.jobId);

    const submit = async (clean: GenerateRequest, index: number, signals: Signals) => {
      const { source, mask: area, references = [] } = request;
      const image = source && (await upload("", source.bytes, signals));
      const mask = area && (await upload("-mask", area.bytes, signals));
      const files: string[] = [];
      for (const [at, { bytes }] of references.entries()) {
        files.push(await upload(`-${at}`, bytes, signals));
      }
      const values = {
        prompt: clean.prompt,
        negative: clean.negativePrompt ?? "",
        seed: request.seed + index,
        ...size,
        steps: Number(steps),
        denoise: request.strength ?? 0.5,
        image,
        mask,
        checkpoint: request.model,
      };
      const filled = fillWorkflow(workflow, values, params);
      fillSlots(filled, workflow.references, references, files);
      const graph = isAdapted ? withAdapters(filled, references, files) : filled;
      const promptId = nameUuid(String(index), request.jobId);
      const { output } = workflow.bindings;
      try {
        const id = await server.submit(graph, { promptId, clientId, output }, signals);
        ids.set(index, id);
        await keepIds();
        return id;
      } catch (error) {
        if (isGivenUp(error)) await withdraw(promptId, 1);
        throw error;
      }
    };

    const draw = async (clean: GenerateRequest, index: number): Promise<GeneratedImage> => {
      const signals = signalsFor(context.signal, settings.deadlineMs);
      const promptId = ids.get(index) ?? (await submit(clean, index, signals));
      const following = followPrompt(server, promptId, workflow, signals, (progress) =>
        context.onProgress({ index, ...progress }),
      );
      followed.set(index, following);
      try {
        const [ref] = await following.pictures;
        if (!ref)
          throw new EngineError("bad-response", "The engine's response contained no picture.", {
            billed: "maybe",
          });
        const picture = await checkedPicture(await server.picture(ref, signals));
        // The words and the picture have no business on a server that others use. It costs a retry nothing but a drawing.
        await server.forget(promptId, signalsFor(never, 5000)).catch(() => undefined);
        context.onProgress({ index, fraction: 1, stage: "received" });
        return {
          index,
          ...picture,
          seed: request.seed + index,
          providerMeta: { engine: settings.id, model: request.model, requestId: promptId },
        };
      } catch (error) {
        if (isGivenUp(error)) {
          await server.cancel(promptId, signalsFor(never, 5000)).catch(() => undefined);
        }
        // The retry submits it again.
        const isLost = error instanceof EngineError && error.providerCode === promptGone;
        if (isLost && ids.delete(index)) await keepIds();
        throw error;
      } finally {
        followed.delete(index);
      }
    };

    try {
      await listener.opened;
      return await drawEach(request, context, settings.concurrency, draw);
    } finally {
      listener.close();
    }
  };

  const capabilities = async (): Promise<Capabilities> => ({
    label: settings.label,
    disclosure: "Pictures are made by a model on a server that this site is set up with.",
    neural: true,
    ...(await offer()).offer,
    references: (await offer()).references,
    txt2img: true,
    img2img: workflows.img2img !== undefined,
    mask: workflows.inpaint !== undefined,
    // We add the sides; the mask has it draw there.
    extend: workflows.inpaint !== undefined,
    upscale: false,
    negativePrompt: readsNegative(workflows.txt2img) ? "native" : "none",
    seed: true,
    strength: workflows.img2img?.bindings.denoise !== undefined,
    // Each model says for itself.
    weights: false,
    maxImagesPerCall: 1,
    sizes,
    qualities: workflows.txt2img.bindings.steps ? ["standard", "high"] : ["standard"],
    progress: "percent",
    previews: true,
    cancel: "immediate",
    cancelIsShared: false,
    resumable: true,
    deterministic: false,
  });

  return {
    id: settings.id,
    deadlineMs: settings.deadlineMs,
    capabilities,
    async health(signal) {
      const began = performance.now();
      try {
        await server.alive(signalsFor(signal, 10_000));
        const latencyMs = Math.round(performance.now() - began);
        const [without] = await lacking();
        if (without !== undefined) return { state: "degraded", latencyMs, detail: without };
        return healthWith(latencyMs, (await offer()).problems);
      } catch (error) {
        return { state: "down", detail: error instanceof Error ? error.message : String(error) };
      }
    },
    generate,
    close: () => remote.close(),
  };
}
