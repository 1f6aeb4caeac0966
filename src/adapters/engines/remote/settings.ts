import type { ModelInfo } from "../port.ts";

/** One configured service; several of a kind may run at once (`openai:main`, `openai:gateway`). */
export type RemoteSettings = {
  /** e.g. "openai:main". */
  id: string;
  label: string;
  /** Without a slash at the end. */
  baseUrl: string;
  apiKey?: string;
  /** Sent with every request, e.g. what a proxy in front of the service asks for. */
  headers: Readonly<Record<string, string>>;
  /** As configured; empty where the service is to be asked. */
  models: readonly ModelInfo[];
  /** Milliseconds one request may take in all. */
  deadlineMs: number;
  /** Requests of ours the service works on at once. */
  concurrency: number;
  /** The operator's defaults of parameters, as text by their ids. */
  defaults?: Readonly<Record<string, string>>;
};
