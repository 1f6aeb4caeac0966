import { FormData } from "undici";
import type { EngineError, ModelInfo } from "../port.ts";
import { type Answer, readBytes, readJson, type Remote, type Signals } from "../remote/call.ts";
import { redact, statusError } from "../remote/failures.ts";
import { fieldsOf, textOf } from "../remote/fields.ts";
import { pictureLimit } from "../remote/image-bytes.ts";

const textLimit = 8_000_000;

export type PictureRef = { filename: string; subfolder: string; type: string };
export type History = {
  finished: boolean;
  failed: boolean;
  pictures: PictureRef[];
  message: string;
};

function nodeErrors(body: unknown): string {
  return Object.values(fieldsOf(fieldsOf(body)["node_errors"]))
    .flatMap((node): unknown[] => {
      const { errors } = fieldsOf(node);
      return Array.isArray(errors) ? errors : [];
    })
    .map((error) => `${textOf(fieldsOf(error)["message"])} ${textOf(fieldsOf(error)["details"])}`)
    .join("; ");
}

async function refusal(answer: Answer, signals: Signals): Promise<EngineError> {
  const body = await readJson(answer, signals, textLimit).catch(() => null);
  const said = nodeErrors(body) || JSON.stringify(fieldsOf(body)["error"] ?? "");
  return statusError(answer.status, answer.headers, redact(said, []));
}

/** The HTTP half of a ComfyUI server. */
export function comfyServer(remote: Remote) {
  const json = async (path: string, signals: Signals): Promise<unknown> => {
    const answer = await remote.call(path, signals);
    if (answer.status >= 400) throw await refusal(answer, signals);
    return readJson(answer, signals, textLimit);
  };
  const post = async (path: string, body: unknown, signals: Signals): Promise<Answer> =>
    remote.call(path, {
      ...signals,
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json" },
    });

  return {
    /** Uploads a source picture; answers the name a LoadImage node takes. */
    async upload(bytes: Uint8Array, name: string, signals: Signals): Promise<string> {
      const form = new FormData();
      form.append("image", new Blob([Uint8Array.from(bytes)]), name);
      form.append("type", "input");
      form.append("overwrite", "true");
      const answer = await remote.call("/upload/image", { ...signals, method: "POST", body: form });
      if (answer.status >= 400) throw await refusal(answer, signals);
      const stored = fieldsOf(await readJson(answer, signals, textLimit));
      const folder = textOf(stored["subfolder"]);
      return folder === "" ? textOf(stored["name"]) : `${folder}/${textOf(stored["name"])}`;
    },

    /** Queues a graph under our UUID; older servers answer one of their own. */
    async submit(
      graph: unknown,
      promptId: string,
      clientId: string,
      signals: Signals,
    ): Promise<string> {
      const answer = await post(
        "/prompt",
        { prompt: graph, client_id: clientId, prompt_id: promptId },
        signals,
      );
      if (answer.status >= 400) throw await refusal(answer, signals);
      const given = fieldsOf(await readJson(answer, signals, textLimit))["prompt_id"];
      return typeof given === "string" ? given : promptId;
    },

    async history(promptId: string, outputNode: string, signals: Signals): Promise<History> {
      const entry = fieldsOf(fieldsOf(await json(`/history/${promptId}`, signals))[promptId]);
      const status = fieldsOf(entry["status"]);
      const output = fieldsOf(fieldsOf(entry["outputs"])[outputNode]);
      const images = Array.isArray(output["images"]) ? output["images"].map(fieldsOf) : [];
      return {
        finished: Object.keys(entry).length > 0,
        failed: status["status_str"] === "error",
        message: JSON.stringify(status["messages"] ?? ""),
        pictures: images.map((image) => ({
          filename: textOf(image["filename"]),
          subfolder: textOf(image["subfolder"]),
          type: textOf(image["type"], "output"),
        })),
      };
    },

    /** Whether a prompt waits, runs, or is in neither list. */
    async place(promptId: string, signals: Signals): Promise<"pending" | "running" | null> {
      const queue = fieldsOf(await json("/queue", signals));
      // Entries are lists with the id second in old servers, objects in newer ones.
      const holds = (list: unknown) =>
        Array.isArray(list) &&
        list.some(
          (entry) => (Array.isArray(entry) ? entry[1] : fieldsOf(entry)["prompt_id"]) === promptId,
        );
      if (holds(queue["queue_running"])) return "running";
      return holds(queue["queue_pending"]) ? "pending" : null;
    },

    /** Takes a prompt back without hitting another client's work. */
    async cancel(promptId: string, signals: Signals): Promise<void> {
      const answer = await post(`/api/jobs/${promptId}/cancel`, {}, signals);
      await answer.body?.cancel();
      if (answer.status < 400) return;
      const place = await this.place(promptId, signals);
      if (place === null) return;
      const last =
        place === "pending"
          ? await post("/queue", { delete: [promptId] }, signals)
          : await post("/interrupt", { prompt_id: promptId }, signals);
      await last.body?.cancel();
    },

    async picture(ref: PictureRef, signals: Signals): Promise<Uint8Array> {
      const answer = await remote.call(`/view?${new URLSearchParams(ref).toString()}`, signals);
      if (answer.status >= 400) throw await refusal(answer, signals);
      return readBytes(answer, signals, pictureLimit);
    },

    async checkpoints(signals: Signals): Promise<ModelInfo[]> {
      const info = fieldsOf(
        fieldsOf(await json("/object_info/CheckpointLoaderSimple", signals))[
          "CheckpointLoaderSimple"
        ],
      );
      const choice = fieldsOf(fieldsOf(info["input"])["required"])["ckpt_name"];
      const names: unknown = Array.isArray(choice) ? choice[0] : [];
      return Array.isArray(names)
        ? names
            .filter((name) => typeof name === "string")
            .map((name) => ({ id: name, label: name.replace(/\.\w+$/, "") }))
        : [];
    },

    async alive(signals: Signals): Promise<void> {
      await json("/system_stats", signals);
    },
  };
}

export type ComfyServer = ReturnType<typeof comfyServer>;
