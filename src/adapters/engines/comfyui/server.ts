import type { EngineError } from "../port.ts";
import {
  type EngineResponse,
  readBytes,
  readJson,
  type Remote,
  type Signals,
} from "../remote/call.ts";
import { redact, statusError } from "../remote/failures.ts";
import { fieldsOf, listOf, numberOf, textOf, wordsOf } from "../remote/fields.ts";
import { pictureLimit } from "../remote/image-bytes.ts";

const textLimit = 8_000_000;
/** Ids are stored with the cast and used in addresses. */
const plainId = /^[\w-]{1,100}$/;

export type PictureRef = { filename: string; subfolder: string; type: string };
export type History = {
  finished: boolean;
  /** The error while drawing, or null. */
  failure: { exception: string; message: string } | null;
  pictures: PictureRef[];
};

const nodesWithErrors = (body: unknown) =>
  Object.values(fieldsOf(fieldsOf(body)["node_errors"])).map(fieldsOf);

function refused(status: number, headers: Headers, body: unknown): EngineError {
  const nodes = nodesWithErrors(body).flatMap(({ errors }) => listOf(errors).map(wordsOf));
  const said = nodes.join("; ") || wordsOf(fieldsOf(body)["error"]);
  return statusError(status, headers, redact(said, []));
}

async function refusal(answer: EngineResponse, signals: Signals): Promise<EngineError> {
  const body = await readJson(answer, signals, textLimit).catch(() => null);
  return refused(answer.status, answer.headers, body);
}

type Queued = { number: number; id: string; clientId: string };

/** Where a prompt is; `ahead` are the prompts that run or come before it. */
export type Place = { state: "running" } | { state: "pending"; ahead: number };

/** `[number, id, graph, { client_id }, outputs]`; the lowest number is drawn first. */
function queuedOf(entry: unknown): Queued {
  const [number, id, , extra] = listOf(entry);
  return {
    number: numberOf(number),
    id: textOf(id),
    clientId: textOf(fieldsOf(extra)["client_id"]),
  };
}

/** The failure among the messages of a prompt, `[event, data]` each. */
function failureIn(messages: unknown): NonNullable<History["failure"]> {
  const events = listOf(messages).map(listOf);
  const thrown = events.find(([event]) => event === "execution_error");
  const { exception_type: type, exception_message: message } = fieldsOf(thrown?.[1]);
  const wasInterrupted = events.some(([event]) => event === "execution_interrupted");
  return {
    exception: textOf(type, wasInterrupted ? "interrupted" : "execution-error"),
    message: textOf(message),
  };
}

/** The HTTP half of a ComfyUI server. */
export function comfyServer(remote: Remote) {
  const json = async (path: string, signals: Signals): Promise<unknown> => {
    const answer = await remote.call(path, signals);
    if (answer.status >= 400) throw await refusal(answer, signals);
    return readJson(answer, signals, textLimit);
  };
  const post = async (path: string, body: unknown, signals: Signals): Promise<EngineResponse> =>
    remote.call(path, {
      ...signals,
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json" },
    });

  const queue = async (signals: Signals) => {
    const lists = fieldsOf(await json("/queue", signals));
    const read = (list: unknown) => listOf(list).map(queuedOf);
    return { running: read(lists["queue_running"]), pending: read(lists["queue_pending"]) };
  };

  return {
    /** Uploads a source picture, until the server's next start. @returns the name for a LoadImage node */
    async upload(bytes: Uint8Array, name: string, signals: Signals): Promise<string> {
      const { FormData } = await import("undici");
      const form = new FormData();
      form.append("image", new Blob([Uint8Array.from(bytes)]), name);
      form.append("type", "temp");
      form.append("overwrite", "true");
      const answer = await remote.call("/upload/image", { ...signals, method: "POST", body: form });
      if (answer.status >= 400) throw await refusal(answer, signals);
      const stored = fieldsOf(await readJson(answer, signals, textLimit));
      const folder = textOf(stored["subfolder"]);
      const path = folder === "" ? textOf(stored["name"]) : `${folder}/${textOf(stored["name"])}`;
      return `${path} [temp]`;
    },

    /**
     * Queues a graph under our UUID; older servers return an id of their own.
     * @throws EngineError also when the server takes the graph but will not run the node whose pictures are wanted
     */
    async submit(
      graph: unknown,
      { promptId, clientId, output }: { promptId: string; clientId: string; output: string },
      signals: Signals,
    ): Promise<string> {
      const answer = await post(
        "/prompt",
        {
          prompt: graph,
          client_id: clientId,
          prompt_id: promptId,
          // A server's own setting is "none".
          extra_data: { preview_method: "auto" },
        },
        signals,
      );
      if (answer.status >= 400) throw await refusal(answer, signals);
      const body = await readJson(answer, signals, textLimit);
      const given = textOf(fieldsOf(body)["prompt_id"]);
      const id = plainId.test(given) ? given : promptId;
      const isRefused = nodesWithErrors(body).some((node) =>
        listOf(node["dependent_outputs"]).includes(output),
      );
      if (!isRefused) return id;
      await this.cancel(id, signals).catch(() => undefined);
      throw refused(400, answer.headers, body);
    },

    async history(promptId: string, outputNode: string, signals: Signals): Promise<History> {
      const body = await json(`/history/${encodeURIComponent(promptId)}`, signals);
      const entry = fieldsOf(fieldsOf(body)[promptId]);
      const status = fieldsOf(entry["status"]);
      const output = fieldsOf(fieldsOf(entry["outputs"])[outputNode]);
      return {
        finished: Object.keys(entry).length > 0,
        failure: status["status_str"] === "error" ? failureIn(status["messages"]) : null,
        pictures: listOf(output["images"])
          .map(fieldsOf)
          .map(({ filename, subfolder, type }) => ({
            filename: textOf(filename),
            subfolder: textOf(subfolder),
            type: textOf(type, "output"),
          })),
      };
    },

    /** Whether a prompt waits, runs, or is in neither list. */
    async place(promptId: string, signals: Signals): Promise<Place | null> {
      const { running, pending } = await queue(signals);
      const isIt = ({ id }: Queued) => id === promptId;
      if (running.some(isIt)) return { state: "running" };
      const mine = pending.find(isIt);
      if (!mine) return null;
      // The list is a heap, not in order.
      const before = pending.filter(({ number }) => number < mine.number).length;
      return { state: "pending", ahead: running.length + before };
    },

    /** Ids of one client's waiting and running prompts. */
    async idsOf(clientId: string, signals: Signals): Promise<string[]> {
      const { running, pending } = await queue(signals);
      return [...running, ...pending].flatMap((entry) =>
        entry.clientId === clientId ? [entry.id] : [],
      );
    },

    /**
     * Cancels a prompt without touching another client's work. @returns whether there was one to cancel
     */
    async cancel(promptId: string, signals: Signals): Promise<boolean> {
      const path = `/api/jobs/${encodeURIComponent(promptId)}/cancel`;
      const answer = await post(path, {}, signals);
      if (answer.status < 400) {
        return fieldsOf(await readJson(answer, signals, textLimit))["cancelled"] === true;
      }
      await answer.body?.cancel();
      const place = await this.place(promptId, signals);
      if (place === null) return false;
      const last =
        place.state === "pending"
          ? await post("/queue", { delete: [promptId] }, signals)
          : await post("/interrupt", { prompt_id: promptId }, signals);
      await last.body?.cancel();
      return last.status < 400;
    },

    async picture(ref: PictureRef, signals: Signals): Promise<Uint8Array> {
      const answer = await remote.call(`/view?${new URLSearchParams(ref).toString()}`, signals);
      if (answer.status >= 400) throw await refusal(answer, signals);
      return readBytes(answer, signals, pictureLimit);
    },

    /** What an input of a node takes, for inputs that take one of a list; none where the server has no such node. */
    async choices(classType: string, input: string, signals: Signals): Promise<string[]> {
      const found = await json(`/object_info/${encodeURIComponent(classType)}`, signals);
      const { required, optional } = fieldsOf(fieldsOf(fieldsOf(found)[classType])["input"]);
      const choice = listOf(fieldsOf(required)[input] ?? fieldsOf(optional)[input]);
      // Nodes of the newer kind say ["COMBO", { options }].
      const names = choice[0] === "COMBO" ? fieldsOf(choice[1])["options"] : choice[0];
      return listOf(names).filter((name) => typeof name === "string");
    },

    /** Which of these node classes the server does not have. */
    async missing(classTypes: readonly string[], signals: Signals): Promise<string[]> {
      const found = await Promise.all(
        classTypes.map(async (type) => {
          const body = await json(`/object_info/${encodeURIComponent(type)}`, signals);
          return Object.hasOwn(fieldsOf(body), type);
        }),
      );
      return classTypes.filter((_, index) => !found[index]);
    },

    /** Deletes a finished prompt, with its words, from the server's history. */
    async forget(promptId: string, signals: Signals): Promise<void> {
      const answer = await post("/history", { delete: [promptId] }, signals);
      await answer.body?.cancel();
    },

    async alive(signals: Signals): Promise<void> {
      await json("/system_stats", signals);
    },
  };
}

export type ComfyServer = ReturnType<typeof comfyServer>;
