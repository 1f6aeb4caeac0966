/**
 * What the real servers answer, field by field: nothing more and nothing less. Taken from
 * - A1111 1.10: modules/api/models.py, modules/shared_state.py (`State.dict`), modules/progress.py; Forge: the same, progress.py
 *   865f7746;
 * - SD.Next: modules/api/models.py (082498e6), modules/api/api.py (05659097), modules/progress.py (07d58366);
 * - stable-diffusion.cpp: examples/server/routes_sdapi.cpp (0137f168);
 * - ComfyUI: server.py (002c3fb9), execution.py (`validate_prompt`, `PromptQueue.task_done`);
 * - Runware: Runware/types.ts of sdk-js 1.3.2 (`IImage`, `IErrorResponse`).
 * OpenAI's shapes are held by its own client, in oracles.test.ts.
 */
import { z } from "zod";

const base64 = z.base64();
const dataUri = z.string().startsWith("data:image/");
const text = z.string();

const drawn = z.strictObject({
  images: z.array(base64).min(1),
  parameters: z.record(text, z.unknown()),
  info: text,
});
const model = {
  title: text,
  model_name: text,
  hash: text.nullable(),
  sha256: text.nullable(),
  filename: text,
  config: text.nullable(),
};
const sampler = { name: text, options: z.record(text, z.unknown()) };
const progress = {
  progress: z.number().min(0).max(1),
  eta_relative: z.number(),
  current_image: base64.nullable(),
  textinfo: text.nullable(),
};
const state = z.strictObject({
  skipped: z.boolean(),
  interrupted: z.boolean(),
  stopping_generation: z.boolean(),
  job: text,
  job_count: z.int(),
  job_timestamp: text,
  job_no: z.int(),
  sampling_step: z.int(),
  sampling_steps: z.int(),
});
const taskProgress = {
  active: z.boolean(),
  queued: z.boolean(),
  completed: z.boolean(),
  progress: z.number().nullable(),
  eta: z.number().nullable(),
  live_preview: dataUri.nullable(),
  id_live_preview: z.int().nullable(),
  textinfo: text.nullable(),
};
const unauthorised = z.strictObject({ detail: text });

const webui = {
  "GET /sdapi/v1/sd-models": z.array(z.strictObject(model)).min(1),
  "GET /sdapi/v1/samplers": z.array(z.strictObject({ ...sampler, aliases: z.array(text) })).min(1),
  "GET /sdapi/v1/schedulers": z
    .array(
      z.strictObject({
        name: text,
        label: text,
        aliases: z.array(text).nullable(),
        default_rho: z.number().nullable(),
        need_inner_model: z.boolean().nullable(),
      }),
    )
    .min(1),
  "GET /sdapi/v1/progress": z.strictObject({ ...progress, state }),
  "POST /internal/progress": z.strictObject(taskProgress),
  "GET /internal/pending-tasks": z.strictObject({ size: z.int(), tasks: z.array(text) }),
  "POST /sdapi/v1/interrupt": z.strictObject({}),
  "POST /sdapi/v1/txt2img": drawn,
  "POST /sdapi/v1/img2img": drawn,
  unauthorised,
};

/** Answers of the A1111 family, by server and address. */
export const sdShapes = {
  a1111: webui,
  forge: webui,
  sdnext: {
    "GET /sdapi/v1/sd-models": z.array(z.strictObject({ ...model, type: text })).min(1),
    "GET /sdapi/v1/samplers": z.array(z.strictObject(sampler)).min(1),
    "GET /sdapi/v1/schedulers": z.array(z.strictObject({ ...sampler, cls: text })).min(1),
    "GET /sdapi/v1/progress": z.strictObject({
      ...progress,
      // Its model says no more of it.
      state: z.record(text, z.unknown()),
      id: z.union([z.int(), text]).nullable(),
    }),
    "POST /internal/progress": z.strictObject({
      ...taskProgress,
      job: text,
      paused: z.boolean(),
      debug: z.boolean(),
      step: z.int().min(0),
      steps: z.int().min(1),
      batch_no: z.int().min(0),
      batch_count: z.int().min(0),
    }),
    "POST /sdapi/v1/txt2img": drawn,
    "POST /sdapi/v1/img2img": drawn,
    unauthorised,
  },
  "sd-server": {
    "GET /sdapi/v1/sd-models": z.tuple([z.strictObject(model)]),
    "GET /sdapi/v1/samplers": z
      .array(z.strictObject({ ...sampler, aliases: z.array(text) }))
      .min(1),
    "GET /sdapi/v1/schedulers": z.array(z.strictObject({ name: text, label: text })).min(1),
    "POST /sdapi/v1/txt2img": drawn,
    "POST /sdapi/v1/img2img": drawn,
  },
} as const;

const device = z.strictObject({
  name: text,
  type: text,
  index: z.int().nullable(),
  vram_total: z.int(),
  vram_free: z.int(),
  torch_vram_total: z.int(),
  torch_vram_free: z.int(),
});
const queued = z.tuple([
  z.number(),
  z.uuid(),
  z.record(text, z.unknown()),
  z.record(text, z.unknown()),
  z.array(text),
]);
const output = z.strictObject({
  images: z.array(z.strictObject({ filename: text, subfolder: text, type: text })),
});
const graphError = z.strictObject({
  type: text,
  message: text,
  details: text,
  extra_info: z.record(text, z.unknown()),
});
const nodeErrors = z.record(
  text,
  z.strictObject({
    errors: z.array(graphError).min(1),
    dependent_outputs: z.array(text).min(1),
    class_type: text,
  }),
);
/** Answers of a ComfyUI server, by address. */
export const comfyShapes = {
  "GET /system_stats": z.strictObject({
    system: z.strictObject({
      os: text,
      ram_total: z.int(),
      ram_free: z.int(),
      comfyui_version: text,
      required_frontend_version: text,
      installed_templates_version: text.nullable(),
      required_templates_version: text.nullable(),
      comfy_package_versions: z.array(z.unknown()),
      python_version: text,
      pytorch_version: text,
      embedded_python: z.boolean(),
      deploy_environment: text,
      argv: z.array(text),
    }),
    devices: z.array(device).min(1),
  }),
  "GET /object_info/": z.record(
    text,
    z.strictObject({
      input: z.record(text, z.record(text, z.array(z.unknown()))),
      input_order: z.record(text, z.array(text)),
      is_input_list: z.boolean(),
      output: z.array(text),
      output_is_list: z.array(z.boolean()),
      output_name: z.array(text),
      name: text,
      display_name: text,
      description: text,
      python_module: text,
      category: text,
      output_node: z.boolean(),
      has_intermediate_output: z.boolean(),
      search_aliases: z.array(text),
    }),
  ),
  "POST /prompt": z.strictObject({
    prompt_id: z.uuid(),
    number: z.number(),
    node_errors: nodeErrors,
  }),
  refused: z.strictObject({ error: graphError, node_errors: nodeErrors }),
  "GET /queue": z.strictObject({ queue_running: z.array(queued), queue_pending: z.array(queued) }),
  "GET /history/": z.record(
    text,
    z.strictObject({
      prompt: queued,
      outputs: z.record(text, output),
      status: z.strictObject({
        status_str: z.enum(["success", "error"]),
        completed: z.boolean(),
        messages: z.array(z.tuple([text, z.record(text, z.unknown())])),
      }),
      meta: z.record(
        text,
        z.strictObject({
          node_id: text,
          display_node: text,
          parent_node: text.nullable(),
          real_node_id: text,
        }),
      ),
    }),
  ),
  "POST /upload/image": z.strictObject({ name: text, subfolder: text, type: text }),
  "POST /api/jobs/cancel": z.strictObject({ cancelled: z.boolean() }),
} as const;

const task = { taskType: text, taskUUID: z.uuid() };
/** Answers of Runware: to a task that is taken, polled while it runs and when it is drawn, and refused. */
export const runwareShapes = {
  taken: z.strictObject({ data: z.tuple([z.strictObject(task)]) }),
  processing: z.strictObject({
    data: z.tuple([z.strictObject({ ...task, status: z.literal("processing") })]),
  }),
  drawn: z.strictObject({
    data: z.tuple([
      z.strictObject({
        ...task,
        status: z.literal("success"),
        imageUUID: z.uuid(),
        imageURL: z.url(),
        seed: z.int(),
        cost: z.number().optional(),
        NSFWContent: z.boolean(),
      }),
    ]),
  }),
  refused: z.strictObject({
    errors: z.tuple([
      z.strictObject({
        taskUUID: z.uuid(),
        // The documents have this one, the types `type`.
        taskType: text,
        code: text,
        message: text,
        parameter: text,
        documentation: z.url(),
      }),
    ]),
  }),
} as const;
